import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { keepDraft } from '@/api/drafts';
import { renderApp } from '@/test/renderApp';
import { startTexts } from '@/test/texts';
import { PostForm } from './PostForm';
import type { Newest } from './writing';

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
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'The newer words' }).value).toBe('The lamp is out.');
  expect(field.value).toBe('The lamp is lit. Come!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was saved');
  await user.click(screen.getByRole('button', { name: 'Keep my words' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(built).toEqual(['one', 'two']);
  act(() => become({ text: 'The lamp smokes.', lang: 'en', at: 'three' }));
  await user.click(screen.getByRole('button', { name: 'Take in the newer words' }));
  expect(field.value).toBe('The lamp smokes.');
});
