import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { post } from '@/test/post';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { Toasts } from '@/ui/Toasts';
import { Items } from './Feed';
import { PostCard } from './PostCard';

beforeAll(() => startTexts());

it('shows at once what is felt last, whatever is under way', async () => {
  const user = userEvent.setup();
  const sent = serve({ '/api/commands/toggle-reaction': 'never' });
  renderApp(<PostCard post={post} mine={undefined} me="m1" />, { session: ana });
  await user.click(screen.getByRole('button', { name: 'Like' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Love' }));
  expect(screen.getByRole('button', { name: 'Love', pressed: true })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Like', pressed: false })).toBeTruthy();
  expect(screen.getByTitle('Love: 1')).toBeTruthy();
  expect(screen.queryByTitle('Like: 1')).toBeNull();
});

it.each([
  ['Love', 'Failed to change reaction'],
  ['Like', 'Failed to remove reaction'],
])('says of a refused %s over a like what failed', async (name, failed) => {
  const user = userEvent.setup();
  serve({ '/api/commands/toggle-reaction': { status: 409, body: { code: 'post_not_found' } } });
  renderApp(
    <>
      <PostCard post={{ ...post, likes: 1 }} mine="like" me="m1" />
      <Toasts />
    </>,
    { session: ana },
  );
  await user.click(screen.getByRole('button', { name }));
  expect(await screen.findByText(failed)).toBeTruthy();
});

it('keeps the words of a reply where the post is deleted elsewhere, until they are discarded', async () => {
  const user = userEvent.setup();
  const author = { id: 'm2', name: 'Olga' };
  const comment = { id: 'c1', author, at: post.at, lang: 'en', liked: false, likes: 0, replies: [], text: 'I have one.' };
  serve({ '/api/posts/p1/comments': { body: { items: [comment], next: '', total: 1 } } });
  let change: (deleted: boolean) => void = () => undefined;
  function List() {
    const [deleted, setDeleted] = useState(false);
    useEffect(() => {
      change = setDeleted;
    }, []);
    return <Items items={[{ ...post, deleted, mine: undefined, edits: false }]} me="m1" />;
  }
  renderApp(<List />, { session: ana });
  await user.click(screen.getByRole('button', { name: 'Comment' }));
  await user.click(await screen.findByRole('button', { name: 'Reply' }));
  await user.type(screen.getByRole('textbox', { name: 'Reply to Olga' }), 'Please bring it');
  act(() => change(true));
  expect(screen.queryByRole('article')).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('was deleted while you were writing');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your text' }).value).toBe('Please bring it');
  await user.click(screen.getByRole('button', { name: 'Discard text' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sessionStorage.getItem('callup.draft.feed.reply.p1.c1.m1')).toBeNull();
});
