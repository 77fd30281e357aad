import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { finishDeletions } from '@/parts/undoable';
import { post } from '@/test/post';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { Toasts } from '@/ui/Toasts';
import { Items } from './Feed';
import { PostCard } from './PostCard';

beforeAll(() => startTexts());
// What a test deleted waits no longer than the test.
afterEach(finishDeletions);

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

it.each([
  ['somebody else’s', 'm1', ['Report', 'Block Olga']],
  ['one’s own', 'm2', ['Edit', 'Delete']],
])('keeps behind one button what can be done about %s post (Found66)', async (_, me, options) => {
  const user = userEvent.setup();
  serve({});
  renderApp(<PostCard post={post} mine={undefined} me={me} />, { session: ana });
  for (const name of options) expect(screen.queryByText(name)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Options for the post by Olga' }));
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(options);
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: options[0] ?? '' }));
});

it('begins a comment at “Comment”, and shows them at how many there are (Found58)', async () => {
  const user = userEvent.setup();
  serve({ '/api/posts/p1/comments': { body: { items: [], next: '', total: 0 } } });
  renderApp(<PostCard post={{ ...post, comments: 2 }} mine={undefined} me="m1" />, { session: ana });
  const comment = screen.getByRole('button', { name: 'Comment' });
  await user.click(comment);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Write a comment' }));
  await user.click(comment);
  expect(screen.queryByRole('textbox')).toBeNull();
  const count = screen.getByRole('button', { name: '2 comments' });
  await user.click(count);
  expect(screen.getByRole('textbox', { name: 'Write a comment' })).toBeTruthy();
  expect(document.activeElement).toBe(count);
});

it('leads from the names of who wrote a post and a comment to their pages (O51)', async () => {
  const by = (id: string, name: string) => ({ author: { id, name, avatar: '' } });
  const said = { at: post.at, lang: 'en', liked: false, likes: 0, replies: [], text: 'I have one.' };
  const comment = { id: 'c1', ...by('m3', 'Olga'), ...said };
  serve({ '/api/posts/p1/comments': { body: { items: [comment], next: '', total: 1 } } });
  renderApp(<PostCard post={{ ...post, ...by('m2', 'Gil'), comments: 1 }} mine={undefined} me="m1" whole />, { session: ana });
  expect((await screen.findByRole('link', { name: 'Olga' })).getAttribute('href')).toBe('/my/user/m3');
  expect(screen.getByRole('link', { name: 'Gil' }).getAttribute('href')).toBe('/my/user/m2');
});

it('names who reacted (Found58)', async () => {
  const user = userEvent.setup();
  const reacted = (name: string, kind: string) => ({ member: { id: name, name }, kind, at: post.at });
  serve({
    '/api/posts/p1/reactions': [
      { body: { items: [reacted('Noé', 'love'), reacted('Inès', 'like')], next: 'c1', total: 3 } },
      { body: { items: [reacted('Ada', 'laugh')], next: '', total: 3 } },
    ],
  });
  renderApp(<PostCard post={{ ...post, likes: 1, loves: 1, laughs: 1 }} mine={undefined} me="m1" />, { session: ana });
  await user.click(screen.getByRole('button', { name: /3 people/ }));
  const list = within(await screen.findByRole('dialog', { name: 'Reactions' }));
  await user.click(await list.findByRole('button', { name: 'Show more' }));
  await list.findByText('Ada');
  const rows = list.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows.map((row) => row.replace(/^[^a-z]*(?=[A-Z][a-zé])/u, ''))).toEqual(['NoéLove', 'InèsLike', 'AdaLaugh']);
});

it('deletes a post unless that is undone, and keeps the focus (Found58)', async () => {
  const user = userEvent.setup();
  const sent = serve({});
  renderApp(
    <>
      <div tabIndex={-1} data-around data-testid="around">
        <Items items={[{ ...post, mine: undefined, edits: false }]} me="m2" />
      </div>
      <Toasts />
    </>,
    { session: ana },
  );
  await user.click(screen.getByRole('button', { name: /^Options/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(screen.queryByRole('article')).toBeNull();
  expect(document.activeElement).toBe(screen.getByTestId('around'));
  expect(screen.getByText('Post deleted')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getByRole('article')).toBeTruthy();
  expect(sent).toEqual([]);
});

it('leaves of a comment that is deleted only its place while there are replies (Found58)', async () => {
  const user = userEvent.setup();
  const author = { id: 'm1', name: 'Ana' };
  const said = { author, at: post.at, lang: 'en', liked: false, likes: 0 };
  const reply = { ...said, id: 'c2', text: 'Me too' };
  const comments = [
    { ...said, id: 'c1', text: 'I have one', replies: [reply] },
    { ...said, id: 'c3', text: 'Alone', replies: [] },
  ];
  serve({ '/api/posts/p1/comments': { body: { items: comments, next: '', total: 2 } } });
  renderApp(
    <>
      <PostCard post={{ ...post, comments: 3 }} mine={undefined} me="m1" whole />
      <Toasts />
    </>,
    { session: ana },
  );
  const erase = async (text: string) => {
    const bubble = (await screen.findByText(text)).closest<HTMLElement>('.feed-said');
    if (!bubble) throw new Error(`there is no comment ${text}`);
    const [options] = within(bubble).getAllByRole('button', { name: /^Options/ });
    if (options) await user.click(options);
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  };
  await erase('I have one');
  expect(screen.getByText('This comment was deleted')).toBeTruthy();
  expect(screen.getByText('Me too')).toBeTruthy();
  await erase('Alone');
  expect(screen.queryByText('Alone')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(screen.getByText('Alone')).toBeTruthy();
  await erase('Me too');
  expect(screen.queryByText('This comment was deleted')).toBeNull();
});
