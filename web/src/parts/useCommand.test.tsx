import { act, renderHook } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { noAnswer, type Problem } from '@/api/problem';
import { startTexts } from '@/test/texts';
import { useCommand } from './useCommand';

beforeAll(() => startTexts());

const refusal: Problem = { status: 409, code: 'campaign_paused', args: {}, errors: [] };
const faulty: Problem = {
  status: 422,
  code: 'validation_failed',
  args: {},
  errors: [{ field: 'name', code: 'required', args: {} }, { field: 'zone', code: 'unknown_time_zone', args: {} }],
};

describe('useCommand', () => {
  it('runs once at a time and is busy meanwhile', async () => {
    let answer: (value: string) => void = () => undefined;
    const send = vi.fn<(arg: number) => Promise<string>>(() => new Promise((resolve) => (answer = resolve)));
    const onDone = vi.fn<(value: string) => void>();
    const { result } = renderHook(() => useCommand(send, { onDone }));
    act(() => {
      void result.current.run(1);
      void result.current.run(2);
    });
    expect(send.mock.calls).toEqual([[1]]);
    expect(result.current.busy).toBe(true);
    await act(async () => answer('done'));
    expect(onDone).toHaveBeenCalledExactlyOnceWith('done');
    expect(result.current.busy).toBe(false);
  });

  it('puts a refusal into words, until it is tried again or forgotten', async () => {
    const send = vi.fn<() => Promise<void>>(() => Promise.reject(refusal));
    const { result } = renderHook(() => useCommand(send));
    await act(() => result.current.run(undefined));
    expect(result.current.failure).toMatchObject({
      problem: refusal,
      title: 'This campaign is paused and does not accept contributions',
      advice: 'Nothing was changed.',
      placed: false,
    });
    act(() => result.current.clear());
    expect(result.current.failure).toBeUndefined();
    await act(() => result.current.run(undefined));
    send.mockResolvedValueOnce();
    await act(() => result.current.run(undefined));
    expect(result.current.failure).toBeUndefined();
  });

  it('tells apart what stands on its field and what fits none', async () => {
    const place = vi.fn<(fields: ReadonlyArray<{ field: string; text: string }>) => string[]>(([, zone]) => [zone?.text ?? '']);
    const { result } = renderHook(() => useCommand(() => Promise.reject<void>(faulty), { place }));
    await act(() => result.current.run(undefined));
    expect(place.mock.calls[0]?.[0]).toEqual([
      { field: 'name', text: 'Please fill this in' },
      { field: 'zone', text: 'Unknown time zone' },
    ]);
    expect(result.current.failure).toMatchObject({ unplaced: ['Unknown time zone'], placed: false });
    place.mockReturnValue([]);
    await act(() => result.current.run(undefined));
    expect(result.current.failure?.placed).toBe(true);
  });

  it('shows nothing of a refusal that was handled', async () => {
    const { result } = renderHook(() => useCommand(() => Promise.reject<void>(refusal), { onRefused: () => 'handled' }));
    await act(() => result.current.run(undefined));
    expect(result.current).toMatchObject({ busy: false, failure: undefined });
  });

  it('stays busy while the browser leaves, until the page is shown again', async () => {
    const send = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const { result } = renderHook(() => useCommand(send, { leaves: true }));
    await act(() => result.current.run(undefined));
    await act(() => result.current.run(undefined));
    expect(send).toHaveBeenCalledOnce();
    expect(result.current.busy).toBe(true);
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(result.current.busy).toBe(false);
    send.mockRejectedValueOnce(noAnswer);
    await act(() => result.current.run(undefined));
    expect(result.current.busy).toBe(false);
  });

  it('logs a fault of ours', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const { result } = renderHook(() => useCommand(() => Promise.reject<void>(new TypeError('x'))));
    await act(() => result.current.run(undefined));
    expect(log).toHaveBeenCalledOnce();
    expect(result.current.failure?.title).toBe('Something went wrong on our side');
  });
});
