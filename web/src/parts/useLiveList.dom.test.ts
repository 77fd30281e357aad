import { act, renderHook } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { noAnswer } from '@/api/problem';
import { startTexts } from '@/test/texts';
import type { ListPage } from './liveList';
import { useLiveList } from './useLiveList';

beforeAll(() => startTexts());

type Line = { id: string };

const page = (ids: string, next = ''): ListPage<Line> => ({ items: ids.split('').map((id) => ({ id })), next });

function start(first: ListPage<Line>, load = vi.fn<(cursor: string) => Promise<ListPage<Line>>>()) {
  const { result, rerender } = renderHook(({ now }) => useLiveList(now, load, 2), { initialProps: { now: first } });
  const shown = () => result.current.items.map(({ id }) => id).join('');
  return { result, load, shown, push: (now: ListPage<Line>) => rerender({ now }) };
}

describe('useLiveList', () => {
  it('shows more of what is known, then loads older pages', async () => {
    const { result, load, shown } = start(page('dcb', 'b'));
    load.mockResolvedValue(page('a'));
    expect([shown(), result.current.hidden]).toEqual(['dc', true]);
    await act(() => result.current.more());
    expect(load.mock.calls).toEqual([['b']]);
    expect([shown(), result.current.hidden]).toEqual(['dcba', false]);
  });

  it('lets what arrives slide in without pushing anything out of sight', () => {
    const { result, shown, push } = start(page('dcb', 'b'));
    push(page('fed', 'd'));
    expect([shown(), result.current.fresh]).toEqual(['fedc', 2]);
  });

  it('says why older pages did not come, and tries again', async () => {
    const { result, load, shown } = start(page('dc', 'c'));
    load.mockRejectedValueOnce(noAnswer).mockResolvedValueOnce(page('ba'));
    await act(() => result.current.more());
    expect(result.current.failure?.title).toBe('The server could not be reached');
    expect(shown()).toBe('dc');
    await act(() => result.current.more());
    expect(result.current.failure).toBeUndefined();
    expect(shown()).toBe('dcba');
  });
});
