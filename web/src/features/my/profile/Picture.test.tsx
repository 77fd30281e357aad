import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { currentToast, dismissToast } from '@/ui/toast';
import { ProfilePage } from './ProfilePage';

vi.mock('@/parts/Crop', () => ({
  Crop: ({ onDone, onUnreadable }: { onDone: (square: Blob) => void; onUnreadable: () => void }) => (
    <>
      <button onClick={() => onDone(new Blob(['square'], { type: 'image/jpeg' }))}>Use</button>
      <button onClick={onUnreadable}>Break</button>
    </>
  ),
}));

/** An upload under way, to be answered by the test. */
class Upload {
  static all: Upload[] = [];
  static get last(): Upload {
    const found = Upload.all.at(-1);
    if (!found) throw new Error('nothing is uploaded');
    return found;
  }
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  readonly headers: Record<string, string> = {};
  path = '';
  body: unknown;
  status = 0;
  responseText = '';
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  open(_: string, path: string) {
    this.path = path;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: unknown) {
    this.body = body;
    Upload.all.push(this);
  }
  abort() {
    this.onabort?.();
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
}

const who = { id: 'm1', name: 'Ana', email: 'ana@example.org', bio: '', location: '', lang: 'en' };
const me = { ...who, roles: [], skills: [], shows: [], avatar: '' };
const shown = { ...me, created_at: '2026-11-20T10:00:00Z' };
const changed = { '/api/commands/change-avatar': { body: { position: '7' } } };

const user = userEvent.setup({ applyAccept: false });

beforeAll(() => startTexts());

beforeEach(() => {
  Upload.all = [];
  vi.stubGlobal('XMLHttpRequest', Upload);
  // jsdom has no modal dialogs, and no addresses of files.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
});

async function edit(): Promise<void> {
  renderApp(<ProfilePage />, { session: ana });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
}

async function choose(type: string, bytes = 9): Promise<void> {
  const file = new File(['a picture'], 'holiday.png', { type });
  Object.defineProperty(file, 'size', { value: bytes });
  await user.upload(screen.getByLabelText('Choose a picture', { selector: 'input' }), file);
}

async function send(): Promise<void> {
  await choose('image/png');
  await user.click(await screen.findByRole('button', { name: 'Use', hidden: true }));
  await screen.findByRole('progressbar');
}

it('refuses other files, large ones and broken ones where they are chosen', async () => {
  serve({ '/api/me': { body: shown } });
  await edit();
  for (const [type, bytes, says] of [
    ['image/svg+xml', 9, 'This file type isn’t supported. Use JPG, PNG, GIF or WebP.'],
    ['image/png', 100 * 1024 * 1024 + 1, 'This file is too large. The limit is 100 MB'],
  ] as const) {
    await choose(type, bytes);
    expect(screen.getByRole('alert').textContent).toBe(says);
  }
  await choose('image/png', 10 * 1024 * 1024);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Break', hidden: true }));
  expect(screen.getByRole('alert').textContent).toBe('This picture can’t be read. Choose another.');
  expect(Upload.all).toEqual([]);
});

it('uploads the square, shows how far it is, and then the picture', async () => {
  const sent = serve({ '/api/me': { body: shown }, ...changed });
  await edit();
  await send();
  expect(Upload.last.path).toBe('/api/uploads/avatar');
  expect(Upload.last.headers).toEqual({ 'Content-Type': 'image/jpeg', Authorization: 'Bearer t1' });
  act(() => Upload.last.upload.onprogress?.({ loaded: 3, total: 4 }));
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(0.75);
  Upload.last.answer(201, { upload: 'abc' });
  await waitFor(() => expect(currentToast()?.title).toBe('Avatar uploaded successfully'));
  expect(sent.find(({ path }) => path.endsWith('change-avatar'))?.body).toEqual({ upload: 'abc' });
  expect(document.querySelector('.profile-who img')?.getAttribute('src')).toBe('/media/avatar/abc/256.jpg');
  expect(screen.getByRole('button', { name: 'Change picture' })).toBeTruthy();
  dismissToast();
});

it('is ended by Cancel, without a word', async () => {
  const sent = serve({ '/api/me': { body: shown } });
  await edit();
  await send();
  await user.click(screen.getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent.filter(({ path }) => !['/api/me', '/api/me/contributions'].includes(path))).toEqual([]);
});

it('says why it failed, and sends the same again', async () => {
  serve({ '/api/me': { body: shown }, ...changed });
  await edit();
  await send();
  const { body } = Upload.last;
  Upload.last.answer(422, { status: 422, code: 'unreadable_image' });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to upload avatar');
  expect(alert.textContent).toContain('This picture can’t be read');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(Upload.all).toHaveLength(2));
  expect(Upload.last.body).toBe(body);
  Upload.last.answer(201, { upload: 'abc' });
  await waitFor(() => expect(currentToast()?.title).toBe('Avatar uploaded successfully'));
  expect(screen.queryByRole('alert')).toBeNull();
  dismissToast();
});

it('is sent again with a token that is good', async () => {
  serve({ '/api/me': { body: shown }, ...changed });
  await edit();
  await send();
  Upload.last.answer(401, { status: 401, code: 'invalid_token' });
  await waitFor(() => expect(Upload.all).toHaveLength(2));
  expect(Upload.last.headers.Authorization).toBe('Bearer t2');
  Upload.last.answer(201, { upload: 'abc' });
  await waitFor(() => expect(currentToast()?.title).toBe('Avatar uploaded successfully'));
  dismissToast();
});

it('takes a picture back', async () => {
  const sent = serve({ '/api/me': { body: { ...shown, avatar: '/media/avatar/abc' } }, ...changed });
  await edit();
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(currentToast()?.title).toBe('Picture removed'));
  expect(sent.find(({ path }) => path.endsWith('change-avatar'))?.body).toEqual({});
  expect(document.querySelector('.profile-who img')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
  dismissToast();
});
