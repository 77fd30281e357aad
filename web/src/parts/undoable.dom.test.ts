import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentToast } from '@/ui/toast';
import { deleteUnlessUndone, finishDeletions, undoTime } from './undoable';

const send = vi.fn<() => Promise<unknown>>();
const onRefused = vi.fn<() => void>();
const begin = (id: string) => deleteUnlessUndone({ id, title: 'Post deleted', undo: 'Undo', send, onRefused });

beforeEach(() => {
  vi.useFakeTimers();
  send.mockReset().mockResolvedValue(undefined);
  onRefused.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
});

it('sends a deletion once its time is over, and never one that is undone (Found58)', async () => {
  begin('undoable-1');
  await vi.advanceTimersByTimeAsync(undoTime - 1);
  expect(send).not.toHaveBeenCalled();
  expect(currentToast()?.title).toBe('Post deleted');
  currentToast()?.action?.press();
  await vi.advanceTimersByTimeAsync(undoTime);
  expect(send).not.toHaveBeenCalled();
  begin('undoable-1');
  await vi.advanceTimersByTimeAsync(undoTime);
  expect(send).toHaveBeenCalledTimes(1);
});

it.each([
  ['the page is left', () => globalThis.dispatchEvent(new Event('pagehide'))],
  ['the member signs out', finishDeletions],
])('sends it at once, and once, where %s (Found58)', async (_, leave) => {
  begin('undoable-2');
  const toast = currentToast();
  void leave();
  await vi.advanceTimersByTimeAsync(0);
  toast?.action?.press();
  await vi.advanceTimersByTimeAsync(undoTime);
  expect(send).toHaveBeenCalledTimes(1);
});

it('says of a deletion that is refused that it is still there (Found58)', async () => {
  send.mockRejectedValue({ status: 409, code: 'post_not_found', args: {}, errors: [] });
  begin('undoable-3');
  await vi.advanceTimersByTimeAsync(undoTime);
  expect(onRefused).toHaveBeenCalledWith(expect.objectContaining({ code: 'post_not_found' }));
});
