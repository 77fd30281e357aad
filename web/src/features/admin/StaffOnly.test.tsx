import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { MembersPage } from './MembersPage';

beforeAll(() => startTexts());

it.each([
  ['second_factor_required', 'Turn on two-step sign-in first', '#secondFactor'],
  ['staff_password_short', 'Choose a longer password first', '#signingIn'],
  ['forbidden', 'You need a role for this page', ''],
])('Found24: the staff’s pages say what %s wants, and lead there', async (code, title, place) => {
  serve({ '/api/admin/members': { status: 403, body: { status: 403, code } } });
  renderApp(<MembersPage />, { session: ana, path: '/admin/members?q=ana' });
  await screen.findByRole('heading', { name: title });
  const { hash, search } = screen.getByRole<HTMLAnchorElement>('link');
  expect(hash).toBe(place);
  // 39: the settings lead back to where one was going.
  expect(new URLSearchParams(search).get('next')).toBe(place ? '/admin/members?q=ana' : null);
});
