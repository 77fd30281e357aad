import { beforeEach, expect, it, vi } from 'vitest';
import { whenReachable } from './reachable';

const asked = vi.fn<() => Promise<Response>>();
const back = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', asked);
  asked.mockRejectedValue(new TypeError('network'));
  return () => vi.useRealTimers();
});

it('asks until the server answers, and calls back once', async () => {
  whenReachable(back);
  await vi.advanceTimersByTimeAsync(9000);
  expect([asked.mock.calls.length, back.mock.calls.length]).toEqual([3, 0]);
  asked.mockResolvedValue(new Response(null, { status: 502 }));
  await vi.advanceTimersByTimeAsync(3000);
  expect(back).not.toHaveBeenCalled();
  asked.mockResolvedValue(new Response('ok'));
  await vi.advanceTimersByTimeAsync(30_000);
  expect([asked.mock.calls.length, back.mock.calls.length]).toEqual([5, 1]);
});

it('asks at once when the device comes online, and no more when it is stopped', async () => {
  const stop = whenReachable(back);
  asked.mockResolvedValue(new Response('ok'));
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(back).toHaveBeenCalledOnce();
  stop();
  whenReachable(back)();
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(30_000);
  expect([asked.mock.calls.length, back.mock.calls.length]).toEqual([1, 1]);
});
