import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeAll, expect, it } from 'vitest';
import type { SessionKeeper, SessionState } from '@/api/session';
import { SessionContext } from '@/api/SessionContext';
import { ana } from '@/test/renderApp';
import { startTexts } from '@/test/texts';
import { VisitorsOnly } from './PublicFrame';
import { RequireMember } from './RequireMember';

beforeAll(() => startTexts());

/** Opens an address as somebody; `become` makes them somebody else. */
function open(path: string, session: SessionState) {
  let now = session;
  let changed = () => undefined as void;
  const subscribe = (listener: () => void) => {
    changed = listener;
    return () => undefined;
  };
  const router = createMemoryRouter(
    [
      { element: <VisitorsOnly />, children: [{ path: '/', element: 'landing page' }] },
      { element: <RequireMember />, children: [{ path: '/create-campaign', element: 'wizard' }] },
      { element: <RequireMember frame="frame" />, children: [{ path: '/my', element: 'page' }] },
      { path: '/auth', element: 'sign-in' },
    ],
    { initialEntries: [path] },
  );
  render(
    <SessionContext value={{ state: () => now, subscribe } as unknown as SessionKeeper}>
      <RouterProvider router={router} />
    </SessionContext>,
  );
  return {
    address: () => router.state.location.pathname + router.state.location.search,
    become: (next: SessionState) =>
      act(() => {
        now = next;
        changed();
      }),
  };
}

const visitor: SessionState = { status: 'anonymous' };
const unknown: SessionState = { status: 'unknown' };

it('sends visitors to sign in and back, who begin a campaign as newcomers', () => {
  expect(open('/my?a=1', visitor).address()).toBe('/auth?next=%2Fmy%3Fa%3D1');
  expect(open('/create-campaign?step=2', visitor).address()).toBe('/auth?tab=signup&next=%2Fcreate-campaign%3Fstep%3D2');
});

it('lets whoever lost their session sign in again, and who left go', () => {
  const lost = open('/create-campaign', ana);
  lost.become(visitor);
  expect(lost.address()).toBe('/auth?next=%2Fcreate-campaign');
  const left = open('/create-campaign', ana);
  left.become({ status: 'anonymous', left: true });
  expect(left.address()).toBe('/');
});

it('waits while it is not known who looks', () => {
  const page = open('/create-campaign', unknown);
  expect(screen.getByRole('status', { name: 'Loading...' })).toBeTruthy();
  page.become(ana);
  expect(screen.getByText('wizard')).toBeTruthy();
});

it('leads members from the landing page to their own', () => {
  const page = open('/', unknown);
  expect(screen.queryByText('landing page')).toBeNull();
  page.become(ana);
  expect(page.address()).toBe('/my');
  expect(open('/', visitor).address()).toBe('/');
});
