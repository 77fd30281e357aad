import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { keepDraft } from '@/api/drafts';
import { ana, renderApp } from '@/test/renderApp';
import { startTexts } from '@/test/texts';
import { PostForm } from './PostForm';
import { Comments } from './Comments';
import { type Newest, typedSince } from './writing';

beforeAll(() => startTexts());

/** Opens the change of a post that says this, as after a reload; gives back its words. */
function edit(initial: string) {
  const words = { title: 'Edit', label: 'Save', busyLabel: 'Saving', initial, draft: 'feed.edit.p1' };
  const nothing = () => undefined;
  const { unmount } = renderApp(
    <PostForm me="m1" {...words} send={() => Promise.resolve()} onDone={nothing} onClose={nothing} />,
  );
  return { unmount, field: screen.getByRole<HTMLTextAreaElement>('textbox') };
}

it('finds a kept change of a post again unless the post was changed since', async () => {
  const user = userEvent.setup();
  const first = edit('The lamp is lit.');
  await user.type(first.field, ' Come!');
  first.unmount();
  const again = edit('The lamp is lit.');
  expect(again.field.value).toBe('The lamp is lit. Come!');
  // What is kept then is still of what it began from.
  await user.type(again.field, '!');
  again.unmount();
  const changed = edit('The lamp is out.');
  expect(changed.field.value).toBe('The lamp is out.');
  changed.unmount();
  expect(edit('The lamp is lit.').field.value).toBe('The lamp is lit. Come!!');
});

it('takes no kept change that does not say what it began from', () => {
  keepDraft('feed.edit.p1', 'm1', 'The lamp was lit.');
  expect(edit('The lamp is out.').field.value).toBe('The lamp is out.');
});

it('keeps what is written of a post that somebody else changes, until one chose which words stay', async () => {
  const user = userEvent.setup();
  const built: Array<string | undefined> = [];
  let become: (newest: Newest) => void = () => undefined;
  function Edited() {
    const [newest, setNewest] = useState({ text: 'The lamp is lit.', lang: 'en', at: 'one' });
    useEffect(() => {
      become = setNewest;
    }, []);
    return (
      <PostForm
        {...{ me: 'm1', title: 'Edit', label: 'Save', busyLabel: 'Saving', initial: 'The lamp is lit.', newest }}
        send={(_, _lang, buildsOn) => {
          built.push(buildsOn);
          return Promise.reject(Object.assign(new Error('changed'), { status: 409, code: 'post_changed', args: {}, errors: [] }));
        }}
        onDone={() => undefined}
        onClose={() => undefined}
      />
    );
  }
  renderApp(<Edited />);
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  await user.type(field, ' Come!');
  act(() => become({ text: 'The lamp is out.', lang: 'en', at: 'two' }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Newer version' }).value).toBe('The lamp is out.');
  expect(field.value).toBe('The lamp is lit. Come!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was saved');
  await user.click(screen.getByRole('button', { name: 'Keep my version' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(built).toEqual(['one', 'two']);
  act(() => become({ text: 'The lamp smokes.', lang: 'en', at: 'three' }));
  await user.click(screen.getByRole('button', { name: 'Use newer version' }));
  expect(field.value).toBe('The lamp smokes.');
});

/** Comments of a post without any; what is sent is answered when the test says so. */
function comment(replies: readonly Response[]) {
  const sent: Array<(answer: Response) => void> = [];
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'GET') return Response.json({ items: [], next: '', total: 0 });
    bodies.push(await request.json());
    return new Promise<Response>((resolve) => sent.push(resolve));
  });
  const { unmount } = renderApp(<Comments post="p1" me="m1" writes={false} />, { session: ana });
  const answer = () => act(async () => sent.shift()?.(replies[bodies.length - 1] ?? Response.json({})));
  return { unmount, bodies, answer, field: screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' }) };
}

it('leaves what was typed after a comment was sent, also over a reload', async () => {
  const user = userEvent.setup();
  const first = comment([Response.json({ comment_id: 'c1' })]);
  await user.type(first.field, 'Well done!{Enter}And thanks');
  await waitFor(() => expect(first.bodies).toHaveLength(1));
  expect(first.bodies).toEqual([expect.objectContaining({ text: 'Well done!' })]);
  await first.answer();
  await waitFor(() => expect(first.field.value).toBe('And thanks'));
  first.unmount();
  const again = comment([]);
  expect(again.field.value).toBe('And thanks');
  await user.type(again.field, '!{Enter}');
  await waitFor(() => expect(again.bodies).toHaveLength(1));
  await again.answer();
  await waitFor(() => expect(again.field.value).toBe(''));
});

it.each([
  ['Hello', 'Hello', ''],
  ['Hello', 'Hello how', 'how'],
  ['Hello', 'Hel', ''],
  ['Hello', 'Good bye', 'Good bye'],
])('of %j, of which it says %j by the answer, %j is left', (sent, now, left) => {
  expect(typedSince(sent, now)).toBe(left);
});

it('takes no words into a post that is being sent', async () => {
  const user = userEvent.setup();
  let answer: (value?: unknown) => void = () => undefined;
  const sent: string[] = [];
  renderApp(
    <PostForm
      {...{ me: 'm1', title: 'New', label: 'Send', busyLabel: 'Sending', draft: 'feed.post' }}
      send={(text) => {
        sent.push(text);
        return new Promise((_, reject) => (answer = reject));
      }}
      onDone={() => undefined}
      onClose={() => undefined}
    />,
  );
  const field = screen.getByRole<HTMLTextAreaElement>('textbox');
  await user.type(field, 'The lamp is lit.');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await user.type(field, ' Come!');
  expect(field.value).toBe('The lamp is lit.');
  await act(async () => answer(Object.assign(new Error('no'), { status: 0, code: 'no_answer', args: {}, errors: [] })));
  await user.type(field, ' Come!');
  expect(field.value).toBe('The lamp is lit. Come!');
});

it('says at the words that they are too long where the server does not even read them', async () => {
  const user = userEvent.setup();
  const { field, answer, bodies } = comment([Response.json({ code: 'too_large' }, { status: 413 })]);
  await user.type(field, 'Well done!{Enter}');
  await waitFor(() => expect(bodies).toHaveLength(1));
  await answer();
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByRole('alert').textContent).toBe('At most 2000 characters, please');
});
