import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { someSettings } from '@/test/factories';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { currentToast } from '@/ui/toast';
import { LinkedAccounts } from './LinkedAccounts';

beforeAll(() => startTexts());

const google = { id: 'i1', provider: 'google', email: 'ana@gmail.example', linked_at: '2026-11-02T10:00:00Z' };
const linkedin = { id: 'i2', provider: 'linkedin', email: '', linked_at: '2026-11-03T10:00:00Z' };
const account = { email: 'ana@example.org', has_password: true, password_min: 6, deletion_days: 14, sessions: [], history: [] };
const both = { ...account, identities: [google, linkedin] };
const settings = { ...someSettings, sign_in_with: ['google', 'microsoft'] };

function show(answers: Parameters<typeof serve>[0], path = '/my/settings') {
  const sent = serve({ '/api/settings': { body: settings }, ...answers });
  renderApp(<LinkedAccounts />, { session: ana, path });
  return (to: string) => sent.filter((one) => one.path === to).map(({ body }) => body);
}

describe('the linked accounts', () => {
  it('are listed by name, and removed', async () => {
    const user = userEvent.setup();
    const sent = show({
      '/api/auth/security': [{ body: both }, { body: { ...account, identities: [linkedin] } }],
      '/api/auth/unlink-provider': { body: null },
    });
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Googleana@gmail.example · Linked /),
      expect.stringMatching(/^LinkedInNo address shared · Linked /),
    ]);
    await user.click(screen.getByRole('button', { name: 'Remove Google' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('Google')).toBeNull());
    expect(currentToast()?.title).toBe('Google removed');
    expect(sent('/api/auth/unlink-provider')).toEqual([{ id: 'i1' }]);
  });

  it('lead whoever would remove the last way in to a password', async () => {
    const user = userEvent.setup();
    const sent = show({
      '/api/auth/security': { body: { ...account, has_password: false, identities: [google] } },
      '/api/auth/unlink-provider': { status: 409, body: { code: 'last_way_in' } },
    });
    await user.click(await screen.findByRole('button', { name: 'Remove Google' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    const refusal = within(await screen.findByRole('alert'));
    refusal.getByText('This is your only way to sign in. Set a password first');
    expect(refusal.getByRole<HTMLAnchorElement>('link', { name: 'Set a password' }).pathname).toBe('/auth/forgot');
    expect(sent('/api/auth/unlink-provider')).toEqual([{ id: 'i1' }]);
  });

  it('grow by one at a provider, which an answer of the server leads to', async () => {
    const user = userEvent.setup();
    const sent = show({
      '/api/auth/security': { body: { ...account, identities: [] } },
      '/api/auth/link-provider': [{ status: 503, body: { code: 'provider_unavailable' } }, { body: { address: '#gone' } }],
    });
    await screen.findByText('No linked accounts. You sign in with your password.');
    await user.click(await screen.findByRole('button', { name: 'Link Microsoft' }));
    const press = () => user.click(screen.getByRole('button', { name: 'Continue to Microsoft' }));
    await press();
    expect((await screen.findByRole('alert')).textContent).toMatch('The other site can’t be reached right now');
    await press();
    await waitFor(() => expect(location.hash).toBe('#gone'));
    expect(sent('/api/auth/link-provider')).toEqual([{ provider: 'microsoft' }, { provider: 'microsoft' }]);
    history.replaceState(null, '', '/');
  });

  it.each([
    ['?linked=google&provider=google', 'status', 'You can now sign in with Google.'],
    ['?refused=provider_refused&provider=google', 'alert', 'You didn’t finish at Google. Nothing was changed.'],
    [
      '?refused=provider_linked_elsewhere&provider=microsoft',
      'alert',
      'That Microsoft account is already linked to another account here. Nothing was changed.',
    ],
    [
      // A-18 (53)
      '?refused=provider_failed&provider=google&code=server_error&reference=R7',
      'alert',
      'Code server_error, reference R7.',
    ],
    ['?refused=not_known_yet&provider=google&code=not_known_yet&reference=R8', 'alert', 'Code not_known_yet, reference R8.'],
  ])('say how the way to a provider and back ended: %s', async (search, role, text) => {
    show({ '/api/auth/security': { body: both } }, `/my/settings${search}#linked`);
    const said = (await screen.findByText(text)).closest(`[role=${role}]`);
    expect(said && document.activeElement?.contains(said)).toBe(true);
  });

  it('say so where the installation knows no provider', async () => {
    show({ '/api/settings': { body: someSettings }, '/api/auth/security': { body: { ...account, identities: [] } } });
    await screen.findByText('You can’t sign in with other accounts on this site.');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
