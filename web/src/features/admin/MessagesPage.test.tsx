import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { Toasts } from '@/ui/Toasts';
import { MessagesPage } from './MessagesPage';
import { replyAddress } from './reply';

const me = { id: 'm1', name: 'Ana', email: 'ana@example.org', bio: '', location: '', lang: 'en', created_at: '', avatar: '' };
const guests = {
  id: 'i1',
  member_id: '',
  name: 'Bea Guest',
  email: 'bea@example.org',
  subject: 'Where is my gift?',
  message: 'It left my bank.\nWhere is it?',
  lang: 'fr',
  sent_at: '2026-11-22T09:00:00Z',
};
const members = { ...guests, id: 'i2', member_id: 'm9', subject: 'A question' };
const path = '/api/admin/inquiries';
const command = '/api/commands/mark-inquiry-answered';
const list = (...items: readonly object[]) => ({ body: { items, next: '', total: items.length } });

beforeAll(() => startTexts());

const subjects = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

async function open(subject: string) {
  const heading = await screen.findByRole('heading', { name: subject });
  await userEvent.click(heading);
  return within(heading.closest('li') as HTMLElement);
}

it('shows a message whole, who wrote it, and an answer begun', async () => {
  serve({ '/api/me': { body: { ...me, roles: ['moderator'] } }, [path]: list(guests, members) });
  renderApp(<MessagesPage />, { session: ana });
  const message = await open('Where is my gift?');
  expect(message.getByText(/It left my bank.\s+Where is it\?/).getAttribute('lang')).toBe('fr');
  expect(message.getByText('Not signed in')).toBeTruthy();
  expect(message.getByText('Reads Français')).toBeTruthy();
  expect(message.getByRole('link', { name: 'Reply by e-mail' }).getAttribute('href')).toBe(
    'mailto:bea@example.org?subject=Re%3A%20Where%20is%20my%20gift%3F' +
      '&body=%0D%0A%0D%0A%3E%20It%20left%20my%20bank.%0D%0A%3E%20Where%20is%20it%3F',
  );
  expect((await open('A question')).getByText('Member')).toBeTruthy();
});

it('begins an answer that no mail program refuses, to one address and with no header of the sender’s', () => {
  const long = replyAddress({ email: 'a?bcc=all@example.org&x', subject: 's', message: '😀'.repeat(5000) });
  expect(long.startsWith('mailto:a%3Fbcc%3Dall@example.org%26x?subject=Re%3A%20s&body=')).toBe(true);
  expect(decodeURIComponent(long).endsWith('😀…')).toBe(true);
  expect(decodeURIComponent(long).match(/😀/gu)).toHaveLength(1200);
});

const markFirst = async () => {
  const message = await open('Where is my gift?');
  await userEvent.click(await message.findByRole('button', { name: 'Mark as answered' }));
};

it('takes a message away at once that was answered', async () => {
  const roles = ['administrator'];
  const sent = serve({ '/api/me': { body: { ...me, roles } }, [path]: list(guests, members), [command]: 'never' });
  renderApp(<MessagesPage />, { session: ana });
  await markFirst();
  expect(subjects()).toEqual(['A question']);
  expect(document.activeElement?.textContent).toBe('1 message');
  await waitFor(() => expect(sent.find((one) => one.path === command)?.body).toEqual({ inquiry_id: 'i1' }));
});

it('brings a message back, and says why, where it could not be marked', async () => {
  const roles = ['moderator'];
  const refused = { status: 404, body: { status: 404, code: 'inquiry_not_found' } };
  serve({ '/api/me': { body: { ...me, roles } }, [path]: list(guests), [command]: refused });
  renderApp(
    <>
      <MessagesPage />
      <Toasts />
    </>,
    { session: ana },
  );
  await markFirst();
  await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^Message not found/));
  expect(subjects()).toEqual(['Where is my gift?']);
});

it('shows messages as they arrive, and says what comes when none waits', async () => {
  const answers = [list(), list(guests)];
  serve({ '/api/me': { body: { ...me, roles: ['moderator'] } }, [path]: answers });
  const { push } = renderApp(<MessagesPage />, { session: ana });
  expect(await screen.findByText('No open messages')).toBeTruthy();
  push('inquiries', 'inquiries', {});
  await screen.findByRole('heading', { name: 'Where is my gift?' });
});

it('lets an auditor read and not mark', async () => {
  serve({ '/api/me': { body: { ...me, roles: ['auditor'] } }, [path]: list(guests) });
  renderApp(<MessagesPage />, { session: ana });
  const message = await open('Where is my gift?');
  expect(message.getByRole('link', { name: 'Reply by e-mail' })).toBeTruthy();
  expect(message.queryByRole('button', { name: 'Mark as answered' })).toBeNull();
});

it('shows when those were answered that were', async () => {
  const answered = { ...guests, answered_at: '2026-11-23T10:00:00Z' };
  serve({ '/api/me': { body: { ...me, roles: ['moderator'] } }, [path]: list(answered) });
  renderApp(<MessagesPage />, { session: ana, path: '/admin/messages?tab=answered' });
  const message = await open('Where is my gift?');
  expect(message.getByText(/^Answered: /)).toBeTruthy();
  expect(message.queryByRole('button', { name: 'Mark as answered' })).toBeNull();
});

it('tells a member without a role that it is for staff', async () => {
  serve({ '/api/me': { body: { ...me, roles: [] } }, [path]: { status: 403, body: { status: 403, code: 'forbidden' } } });
  renderApp(<MessagesPage />, { session: ana });
  await screen.findByRole('heading', { name: 'You need a role for this page' });
  expect(screen.getByRole('link', { name: 'Go to your dashboard' }).getAttribute('href')).toBe('/my');
});
