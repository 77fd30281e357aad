import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { MembersPage } from './MembersPage';

const oneself = { id: 'm1', name: 'Ana', email: 'ana@example.org', roles: ['administrator'], created_at: '2026-11-20T10:00:00Z' };
const bea = { id: 'm2', name: 'Bea', email: 'bea@example.org', roles: ['moderator'], created_at: '2026-11-19T10:00:00Z' };
const nameless = { ...bea, id: 'm3', name: '', email: 'cy@example.org', roles: [] };
const path = '/api/admin/members';
const grant = '/api/commands/grant-role';
const takeBack = '/api/commands/take-role-back';
const list = (...items: readonly object[]) => ({ body: { items, next: '', total: items.length } });

beforeAll(async () => {
  await startTexts();
  // The test's document knows no modal dialogs.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event('close'));
    },
  });
});

const rows = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

it('shows the staff with their roles, oneself without a way to change them', async () => {
  serve({ [path]: list(oneself, bea) });
  renderApp(<MembersPage />, { session: ana });
  expect(await screen.findByRole('heading', { level: 2, name: 'Staff' })).toBeTruthy();
  expect(rows()).toEqual(['AAnaana@example.orgAdministratorYou', 'BBeabea@example.orgModeratorRoles']);
  expect(screen.queryByRole('button', { name: 'Roles of Ana' })).toBeNull();
});

it('finds a member once typing rests', async () => {
  const user = userEvent.setup();
  const sent = serve({ [path]: [list(oneself), list(nameless)] });
  renderApp(<MembersPage />, { session: ana });
  await screen.findByRole('heading', { name: 'Staff' });
  await user.type(screen.getByRole('searchbox', { name: 'Search by name or e-mail address' }), ' cy@ ');
  expect(await screen.findByRole('heading', { name: 'Members found' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Roles of cy@example.org' })).toBeTruthy();
  expect(sent.filter((one) => one.path === path)).toHaveLength(2);
});

it('gives a role for a reason, and says what it may do before', async () => {
  const user = userEvent.setup();
  const sent = serve({ [path]: list(oneself, bea), [grant]: { body: { position: '9' } } });
  renderApp(<MembersPage />, { session: ana });
  await user.click(await screen.findByRole('button', { name: 'Roles of Bea' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Roles of Bea' }));
  await user.click(dialog.getByRole('button', { name: 'Give the role Auditor' }));
  expect(document.activeElement?.textContent).toBe('Give Bea the role Auditor?');
  expect(dialog.getByText('Reads support messages, and changes nothing.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Give the role Auditor' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Please fill this in');
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Checks our books');
  await user.click(dialog.getByRole('button', { name: 'Give the role Auditor' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.filter((one) => one.path === grant).map(({ body }) => body)).toEqual([
    { member_id: 'm2', role: 'auditor', why: 'Checks our books' },
  ]);
});

it('takes a role back, and says why that is refused', async () => {
  const user = userEvent.setup();
  const refused = { status: 409, body: { status: 409, code: 'last_administrator' } };
  const sent = serve({ [path]: list({ ...bea, roles: ['administrator'] }), [takeBack]: refused });
  renderApp(<MembersPage />, { session: ana });
  await user.click(await screen.findByRole('button', { name: 'Roles of Bea' }));
  await user.click(screen.getByRole('button', { name: 'Remove the role Administrator' }));
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Left us');
  await user.click(screen.getByRole('button', { name: 'Remove the role Administrator' }));
  expect((await screen.findByRole('alert')).textContent).toContain('There must be at least one administrator');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' }).value).toBe('Left us');
  expect(sent.find((one) => one.path === takeBack)?.body).toEqual({ member_id: 'm2', role: 'administrator', why: 'Left us' });
});

it('shows a change of roles that happens elsewhere', async () => {
  serve({ [path]: [list(bea), list({ ...bea, roles: ['auditor', 'moderator'] })] });
  const { push } = renderApp(<MembersPage />, { session: ana });
  await screen.findByText('Moderator');
  push('staff', 'members', {});
  expect(await screen.findByText('Auditor')).toBeTruthy();
});

it('tells whoever is no administrator that it is for staff, and who looks for nobody what to try', async () => {
  serve({ [path]: { status: 403, body: { status: 403, code: 'forbidden' } } });
  const { unmount } = renderApp(<MembersPage />, { session: ana });
  expect(await screen.findByRole('heading', { name: 'You need a role for this page' })).toBeTruthy();
  unmount();
  serve({ [path]: list() });
  renderApp(<MembersPage />, { session: ana });
  expect(await screen.findByText('No staff yet')).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox'), 'nobody');
  expect(await screen.findByText('No members found')).toBeTruthy();
});
