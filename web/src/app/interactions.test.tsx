import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { useMeQuery } from '@/api/generated/members';
import { keepPressed, pressedBefore } from '@/parts/pressedBefore';
import { LinkButton } from '@/ui/Button';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { useInteractions } from './useInteractions';

const me = { id: 'm1', name: 'Ana', email: '', bio: '', location: '', lang: 'en', roles: [], created_at: '' };

function Counting() {
  useInteractions();
  const { data } = useMeQuery();
  return (
    <>
      <p>{data?.name}</p>
      <LinkButton to="/create-campaign" counted="create_callup_hero hero_section">
        Begin
      </LinkButton>
      <LinkButton to="/explore">Look</LinkButton>
    </>
  );
}

beforeAll(() => startTexts('en'));

it('are sent of a member who agreed, before they leave the page, and only what is counted', async () => {
  const user = userEvent.setup();
  const sent = serve({ '/api/me': { body: { ...me, tracking: true } }, '/api/interactions': { body: { recorded: 1 } } });
  const { unmount } = renderApp(<Counting />, { session: ana, path: '/' });
  await screen.findByText('Ana');
  await user.click(screen.getByRole('link', { name: 'Look' }));
  await user.click(screen.getByRole('link', { name: 'Begin' }));
  expect(sent).toHaveLength(1);
  unmount();
  const pressed = {
    action_type: 'create_callup_hero',
    page_url: '/',
    additional_data: { source: 'hero_section', destination: '/create-campaign' },
  };
  await waitFor(() => expect(sent[1]).toMatchObject({ path: '/api/interactions', body: { interactions: [pressed] } }));
});

it('are not sent of a member who did not agree', async () => {
  const user = userEvent.setup();
  const sent = serve({ '/api/me': { body: { ...me, tracking: false } } });
  const { unmount } = renderApp(<Counting />, { session: ana, path: '/' });
  await screen.findByText('Ana');
  await user.click(screen.getByRole('link', { name: 'Begin' }));
  unmount();
  expect(sent).toHaveLength(1);
});

it('of a visitor wait in the tab for who signs in, and are theirs alone, once they agree', async () => {
  const sent = serve({ '/api/me': { body: { ...me, tracking: false } }, '/api/interactions': { body: { recorded: 1 } } });
  keepPressed();
  const { unmount, push } = renderApp(<Counting />, { session: ana, path: '/my' });
  await screen.findByText('Ana');
  expect(pressedBefore('m2', true)).toBe(false);
  push('me', 'me', { ...me, tracking: true });
  await screen.findByText('Ana');
  await waitFor(() => expect(sessionStorage.getItem('callup.pressed')).toBeNull());
  unmount();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ body: { interactions: [{ action_type: 'create_callup_hero', page_url: '/' }] } });
});
