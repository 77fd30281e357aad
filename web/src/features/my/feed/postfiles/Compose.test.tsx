import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { startTexts } from '@/test/texts';
import { Compose } from './Compose';

beforeAll(() => startTexts());

/** A microphone that hears a little, and says so only once it is let. */
class SlowRecorder {
  static readonly isTypeSupported = () => true;
  static last: SlowRecorder | undefined;
  state = 'inactive';
  ondataavailable: (event: { data: Blob }) => void = () => undefined;
  onstop: () => void = () => undefined;
  constructor() {
    SlowRecorder.last = this;
  }
  start() {
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
  }
  end() {
    this.ondataavailable({ data: new Blob(['voice']) });
    this.onstop();
  }
}

it('sends no post while a recording runs, so that the voice goes with it', async () => {
  const user = userEvent.setup();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  vi.stubGlobal('MediaRecorder', SlowRecorder);
  Object.assign(navigator, { mediaDevices: { getUserMedia: () => Promise.resolve({ getTracks: () => [] }) } });
  URL.createObjectURL = () => 'blob:1';
  renderApp(<Compose me="m1" open tab="audio" onTab={() => undefined} onClose={() => undefined} />, { session: ana });
  const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create Post' });
  await user.type(screen.getByRole('textbox'), 'Hear this');
  expect(create.disabled).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Record' }));
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  // What it heard is handed over a moment later.
  expect(create.disabled).toBe(true);
  expect(screen.getByText(/^Recording in progress/)).toBeTruthy();
  act(() => SlowRecorder.last?.end());
  expect(create.disabled).toBe(true);
  expect(await screen.findByText('Files are still uploading')).toBeTruthy();
  expect(create.disabled).toBe(true);
});

it('says after a reload of a file that did not arrive that it has to be chosen again', async () => {
  const user = userEvent.setup();
  let tries = 0;
  class Lost {
    readonly upload = {};
    onerror: () => void = () => undefined;
    onloadend: () => void = () => undefined;
    open = () => undefined;
    setRequestHeader = () => undefined;
    send = () => {
      tries += 1;
      this.onerror();
      this.onloadend();
    };
  }
  vi.stubGlobal('XMLHttpRequest', Lost);
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  URL.createObjectURL = () => 'blob:1';
  const file = new File(['x'], 'lamp.png', { type: 'image/png' });
  const begin = () =>
    renderApp(<Compose me="m1" open tab="media" onTab={() => undefined} onClose={() => undefined} />, { session: ana });
  const first = begin();
  await user.upload(screen.getByLabelText('Choose photos or videos'), file);
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  first.unmount();
  begin();
  expect(screen.getByText('lamp.png')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('This file was not uploaded: choose it again, or remove it');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create Post' }).disabled).toBe(true);
  expect(tries).toBe(1);
  await user.upload(screen.getByLabelText('Choose lamp.png again', { selector: 'input' }), file);
  await waitFor(() => expect(tries).toBe(2));
  await user.click(await screen.findByRole('button', { name: 'Remove lamp.png' }));
  expect(screen.queryByText('lamp.png')).toBeNull();
});

it('lets go of a refused file with the post that is given up, and keeps what was written (Found58)', async () => {
  const user = userEvent.setup({ applyAccept: false });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = () => undefined;
  function Composer() {
    const [open, setOpen] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Write
        </button>
        <Compose me="m1" open={open} tab="media" onTab={() => undefined} onClose={() => setOpen(false)} />
      </>
    );
  }
  renderApp(<Composer />, { session: ana });
  const create = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create Post' });
  await user.type(screen.getByRole('textbox'), 'The plan');
  await user.upload(screen.getByLabelText('Choose photos or videos'), new File(['x'], 'plan.pdf', { type: 'application/pdf' }));
  expect(screen.getByRole('alert').textContent).toContain('This file type isn’t supported');
  expect(create().disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Write' }));
  expect(screen.queryByText('plan.pdf')).toBeNull();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('The plan');
  expect(create().disabled).toBe(false);
});
