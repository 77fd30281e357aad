import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import type { About } from '@/api/generated/platform';
import { someSettings } from '@/test/factories';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { currentToast } from '@/ui/toast';
import { ContactPage } from './ContactPage';

beforeAll(() => startTexts());

const nothing: About = { phone: '', address: '', office_hours: [], team: [], volunteers: [], current_team: [], supporters: [] };
const command = '/api/commands/write-to-support';

function show(operator: Partial<About> = {}, answers: Parameters<typeof serve>[0] = {}, email?: string, session = ana) {
  const sent = serve({
    '/api/me': { body: { name: '', email: '' } },
    '/api/settings': { body: { ...someSettings, ...(email && { operator_email: email }) } },
    '/api/operator': { body: { ...nothing, ...operator } },
    ...answers,
  });
  renderApp(<ContactPage />, { session });
  return () => sent.filter(({ path }) => path === command).map(({ body }) => body);
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

async function fill() {
  const user = userEvent.setup();
  await user.type(field('Name'), 'Ada');
  await user.type(field('E-mail'), 'ada@example');
  await user.type(field('Subject'), 'A question');
  await user.type(field('Message'), 'How?');
  return user;
}

it('asks for every field', async () => {
  const sent = show();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Send message' }));
  expect(await screen.findAllByText('Please fill this in')).toHaveLength(4);
  expect(sent()).toEqual([]);
});

it('keeps what was typed when it is refused, and is emptied once it has arrived', async () => {
  const wrong = { code: 'malformed_email', errors: [{ field: 'email', code: 'malformed_email' }] };
  const sent = show({}, { [command]: [{ status: 422, body: wrong }, { body: { position: '7' } }] });
  const user = await fill();
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  await screen.findByText('This is not a valid e-mail address');
  expect(field('Message').value).toBe('How?');
  await user.type(field('E-mail'), '.org');
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  await waitFor(() => expect(field('Message').value).toBe(''));
  expect(currentToast()?.title).toBe('Thank you for your message! We’ll get back to you soon.');
  expect(sent()[1]).toEqual({ name: 'Ada', email: 'ada@example.org', subject: 'A question', message: 'How?', lang: 'en' });
});

it('fills in who a member is, again for the next message, and leaves what was typed', async () => {
  const known = { name: 'Ana', email: 'ana@example.org' };
  const sent = show({}, { '/api/me': { body: known }, [command]: [{ body: { position: '7' } }] });
  await waitFor(() => expect(field('E-mail').value).toBe('ana@example.org'));
  const user = userEvent.setup();
  await user.clear(field('E-mail'));
  await user.type(field('E-mail'), 'elsewhere@example.org');
  await user.type(field('Subject'), 'A question');
  await user.type(field('Message'), 'How?');
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  await waitFor(() => expect(field('Message').value).toBe(''));
  expect(sent()).toEqual([{ name: 'Ana', email: 'elsewhere@example.org', subject: 'A question', message: 'How?', lang: 'en' }]);
  expect([field('Name').value, field('E-mail').value]).toEqual(['Ana', 'ana@example.org']);
});

it('shows how and when the operator can be reached', async () => {
  const hours = { first: 'mon', last: 'fri', from: '09:00', to: '18:00' } as const;
  const saturday = { first: 'sat', last: 'sat', from: '10:00', to: '16:00' } as const;
  show({ phone: '+33 4 72 00 00 00', address: '1 rue des Voisins', office_hours: [hours, saturday] }, {}, 'help@example.org');
  const times = (await screen.findByRole('heading', { name: 'Office hours' })).closest('section');
  expect(within(times as HTMLElement).getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Monday – Friday',
    'Saturday',
  ]);
  expect(within(times as HTMLElement).getAllByRole('definition')[0]?.textContent).toMatch(/^9:00.AM – 6:00.PM$/u);
  expect((await screen.findByRole('link', { name: 'help@example.org' })).getAttribute('href')).toBe('mailto:help@example.org');
  expect(screen.getByRole('link', { name: '+33 4 72 00 00 00' }).getAttribute('href')).toBe('tel:+33472000000');
  expect(screen.getByText('1 rue des Voisins')).toBeTruthy();
});

it('makes nothing up, and leads on', () => {
  show({}, {}, undefined, { status: 'anonymous' });
  expect(screen.queryByRole('heading', { name: 'Contact details' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Visit FAQ' }).getAttribute('href')).toBe('/faq');
  expect(screen.getByRole('link', { name: 'Join Community' }).getAttribute('href')).toBe('/auth?tab=signup');
});
