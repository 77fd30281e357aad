import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { forgetDrafts } from '@/api/drafts';
import { aCampaign } from '@/test/factories';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import texts from './texts.en.json';
import { ThingForm } from './ThingForm';
import { TimeForm } from './TimeForm';

beforeAll(() => startTexts('en'));
beforeEach(() => forgetDrafts());

const needs = [
  { id: 'n1', item: 'Bench', unit: '', note: '', quantity: 2, received: 2, pledged: 0 },
  { id: 'n2', item: 'Lamp', unit: '', note: '', quantity: 4, received: 0, pledged: 1 },
];
const campaign = aCampaign({ resources: ['time', 'materials'], time_goal_minutes: 600, needs });
const done = { status: 200, body: { position: '7', pledge_id: 'p1' } };
const member = ana;

it('pledges the hours that were entered, and forgets them', async () => {
  const sent = serve({ '/api/commands/pledge-time': [done] });
  const user = userEvent.setup();
  renderApp(<TimeForm campaign={campaign} />, { session: member });
  await user.click(screen.getByRole('button', { name: texts.time.more }));
  await user.type(screen.getByLabelText(texts.time.availability), 'Saturdays');
  await user.click(screen.getByRole('button', { name: 'Pledge 3 h' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ campaign_id: campaign.id, minutes: 180, availability: 'Saturdays', lang: 'en' });
});

it('asks for hours before it sends anything', async () => {
  const sent = serve({ '/api/commands/pledge-time': [done] });
  const user = userEvent.setup();
  renderApp(<TimeForm campaign={campaign} />, { session: member });
  await user.clear(screen.getByLabelText(/Hours/));
  await user.click(screen.getByRole('button', { name: texts.time.pledgeNone }));
  expect((await screen.findByRole('alert')).textContent).toContain(texts.time.empty);
  expect(sent).toHaveLength(0);
});

it('offers first what is still asked for, to keep or on loan', async () => {
  const sent = serve({ '/api/commands/pledge-material': [done] });
  const user = userEvent.setup();
  renderApp(<ThingForm campaign={campaign} />, { session: member });
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Lamp/ }).checked).toBe(true);
  expect(screen.getByText('3 left')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: texts.things.lend }));
  await user.type(screen.getByLabelText(/Lent until/), '2026-12-24');
  await user.selectOptions(screen.getByLabelText(texts.things.delivery), 'pickup');
  await user.type(screen.getByLabelText(texts.things.address), 'Rue 1');
  await user.click(screen.getByRole('button', { name: 'Pledge 1 × Lamp' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({
    need_id: 'n2',
    quantity: 1,
    lent: true,
    until: '2026-12-24',
    delivery: 'pickup',
    address: 'Rue 1',
    condition: 'good',
  });
});

it('leads whoever is not signed in there, and keeps what they entered', async () => {
  const sent = serve({});
  const user = userEvent.setup();
  const { unmount } = renderApp(<ThingForm campaign={campaign} />);
  await user.click(screen.getByRole('radio', { name: texts.things.else }));
  await user.type(screen.getByLabelText(/Describe the item/), 'Kettle');
  await user.click(screen.getByRole('button', { name: 'Pledge 1 × Kettle' }));
  expect(sent).toHaveLength(0);
  unmount();
  renderApp(<ThingForm campaign={campaign} />, { session: member });
  expect(screen.getByLabelText<HTMLInputElement>(/Describe the item/).value).toBe('Kettle');
});

it('thanks in place of the form, and begins another offer empty (Found28)', async () => {
  const sent = serve({ '/api/commands/pledge-time': [done, done] });
  const user = userEvent.setup();
  renderApp(<TimeForm campaign={campaign} />, { session: member });
  await user.type(screen.getByLabelText(texts.time.availability), 'Saturdays');
  await user.click(screen.getByRole('button', { name: 'Pledge 2 h' }));
  const title = await screen.findByRole('heading', { name: /^Thank you/ });
  expect(document.activeElement).toBe(title);
  expect(screen.getByRole('status').textContent).toBe(texts.time.doneText);
  expect(screen.getByText('2 h')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Pledge/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: texts.done.moreTime }));
  expect(screen.getByLabelText<HTMLTextAreaElement>(texts.time.availability).value).toBe('');
  expect(sent).toHaveLength(1);
});

it('asks before the same offer is sent again within a minute (Found28)', async () => {
  const sent = serve({ '/api/commands/pledge-time': [done, done] });
  const user = userEvent.setup();
  const offer = () => user.click(screen.getByRole('button', { name: 'Pledge 2 h' }));
  const another = () => user.click(screen.getByRole('button', { name: texts.done.moreTime }));
  renderApp(<TimeForm campaign={campaign} />, { session: member });
  await offer();
  await screen.findByRole('heading', { name: /^Thank you/ });
  await another();
  await offer();
  expect((await screen.findByRole('alert')).textContent).toContain(texts.again.title);
  await user.click(screen.getByRole('button', { name: texts.again.no }));
  await screen.findByRole('heading', { name: /^Thank you/ });
  expect(sent).toHaveLength(1);
  await another();
  await offer();
  await user.click(await screen.findByRole('button', { name: texts.again.yes }));
  await screen.findByRole('heading', { name: /^Thank you/ });
  expect(sent).toHaveLength(2);
});

it.each([
  ['1,5', 90],
  ['1.5', 90],
  ['1h30', 90],
  ['1:30', 90],
])('reads %s as what it says (Found30)', async (typed, minutes) => {
  const sent = serve({ '/api/commands/pledge-time': [done] });
  const user = userEvent.setup();
  renderApp(<TimeForm campaign={campaign} />, { session: member });
  const field = screen.getByLabelText(/Hours/);
  await user.clear(field);
  await user.type(field, typed);
  await user.click(screen.getByRole('button', { name: 'Pledge 1.5 h' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ minutes });
});

it('refuses what it can’t read, and says how hours are written (Found30, Found94)', async () => {
  const sent = serve({});
  const user = userEvent.setup();
  renderApp(<TimeForm campaign={campaign} />, { session: member });
  const field = screen.getByLabelText(/Hours/);
  await user.clear(field);
  await user.type(field, 'two');
  await user.click(screen.getByRole('button', { name: texts.time.pledgeNone }));
  expect((await screen.findByRole('alert')).textContent).toContain('1h30');
  expect(sent).toHaveLength(0);
});
