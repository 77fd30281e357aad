import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { aCampaign } from '@/test/factories';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { Permission } from './Permission';

const asked = {
  state: 'asked',
  goal_amount: 600_000,
  currency: 'EUR',
  purpose: 'A pump',
  reason: '',
  at: '2026-11-20T09:00:00Z',
} as const;
const refused = { ...asked, state: 'refused', reason: 'Say who pays the bill' } as const;
const ignore = () => undefined;

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  await startTexts();
});

it('says that an administrator decides, and what works meanwhile (issue 34)', () => {
  renderApp(<Permission campaign={aCampaign({ owned: true, resources: ['time'], money: asked })} onChanged={ignore} />, {
    session: ana,
  });
  expect(screen.getByText('An administrator decides whether this campaign may collect €6,000')).toBeTruthy();
  expect(screen.getByText(/Time and things work meanwhile/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Say more about it' })).toBeTruthy();
});

it('says why it was refused, and asks again with what the money is for (issue 34)', async () => {
  const command = '/api/commands/ask-money';
  const sent = serve({ [command]: { body: { position: '1' } } });
  renderApp(<Permission campaign={aCampaign({ owned: true, resources: ['time'], money: refused })} onChanged={ignore} />, {
    session: ana,
  });
  expect(screen.getByText('Say who pays the bill').tagName).toBe('BLOCKQUOTE');
  await userEvent.click(screen.getByRole('button', { name: 'Ask again' }));
  const purpose = await screen.findByRole('textbox', { name: 'What is the money for?' });
  await userEvent.type(purpose, 'The town pays it');
  await userEvent.click(within(purpose.closest('form') as HTMLElement).getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(sent.some(({ path }) => path === command)).toBe(true));
  expect(sent.find(({ path }) => path === command)?.body).toEqual({ campaign_id: 'c1', purpose: 'The town pays it' });
});

it('leaves asking to the owner, and says nothing where a page lets it collect money (issue 34)', () => {
  const { unmount } = renderApp(
    <Permission campaign={aCampaign({ owned: false, resources: ['time'], money: refused })} onChanged={ignore} />,
    { session: ana },
  );
  expect(screen.getByText('This campaign may not collect money')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  renderApp(<Permission campaign={aCampaign({ owned: true, money: { ...asked, by_page: true } })} onChanged={ignore} />, {
    session: ana,
  });
  expect(screen.queryByText(/administrator/)).toBeNull();
});
