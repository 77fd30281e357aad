import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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
  expect(screen.getByText(/^A recording is running/)).toBeTruthy();
  act(() => SlowRecorder.last?.end());
  expect(create.disabled).toBe(true);
  expect(screen.getByText('The files are on their way')).toBeTruthy();
});
