import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { forgetDrafts } from '@/api/drafts';
import { ana, renderApp } from '@/test/renderApp';
import { startTexts } from '@/test/texts';
import { byDay } from './days';
import { MessagesPage } from './MessagesPage';
import { routeOf } from './addressed';

beforeAll(() => startTexts());
beforeEach(() => forgetDrafts());

it('says where one is', () => {
  renderApp(<MessagesPage />, { session: ana });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Messages');
});

it('a link says as whom, to whom and about what one writes', () => {
  expect(routeOf(new URLSearchParams('to=member&as=campaign:c1&about=time:p1'))).toEqual({
    from_kind: 'campaign',
    from_id: 'c1',
    to_kind: 'member',
    about_kind: 'time',
    about_id: 'p1',
  });
  expect(routeOf(new URLSearchParams('to=page:g1'))).toEqual({ from_kind: 'member', to_kind: 'page', to_id: 'g1' });
  expect(routeOf(new URLSearchParams('to=stranger:g1'))).toBeUndefined();
});

it('what is written outlives a reload, and is gone at sign-out', () => {
  const at = { session: ana, path: '/my/messages?to=page:g1' };
  const { unmount } = renderApp(<MessagesPage />, at);
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'New message' });
  fireEvent.change(field(), { target: { value: 'Hello' } });
  unmount();
  sessionStorage.clear();
  const again = renderApp(<MessagesPage />, at);
  expect(field().value).toBe('Hello');
  again.unmount();
  forgetDrafts();
  renderApp(<MessagesPage />, at);
  expect(field().value).toBe('');
});

it('a message that is too long is refused with the limit', () => {
  renderApp(<MessagesPage />, { session: ana, path: '/my/messages?to=page:g1' });
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'x'.repeat(100_000) } });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(screen.getByRole('alert').textContent).toContain('4000');
});

it('messages stand below the day on which they were written, the oldest first', () => {
  const message = (id: string, at: string) => ({ id, number: 1, own: false, author: '', text: id, lang: 'en', at });
  const days = byDay([
    message('c', '2026-11-21T12:00:00Z'),
    message('b', '2026-11-20T12:05:00Z'),
    message('a', '2026-11-20T12:00:00Z'),
  ]);
  expect(days.map(({ messages }) => messages.map(({ id }) => id))).toEqual([['a', 'b'], ['c']]);
});
