import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Problem } from '@/api/problem';
import { useWish } from './useWish';

const refusal: Problem = { status: 409, code: 'campaign_paused', args: {}, errors: [] };

/** Wishes that are answered when the test says so. */
function begin() {
  const answers: Array<(fault?: Problem) => void> = [];
  const send = vi.fn<(kind: string) => Promise<unknown>>(
    () => new Promise<void>((resolve, reject) => answers.push((fault) => (fault ? reject(fault) : resolve()))),
  );
  const refused = vi.fn<(problem: Problem, kind: string) => 'handled'>(() => 'handled');
  const { result } = renderHook(() => useWish(send, refused));
  return {
    refused,
    sent: () => send.mock.calls.flat(),
    wish: (kind: string) => act(() => result.current.wish(kind)),
    wished: () => result.current.wished,
    answer: (fault?: Problem) => act(async () => answers.shift()?.(fault)),
  };
}

it('sends the last of what is wished meanwhile once the first is answered, and shows it at once', async () => {
  const { wish, wished, sent, answer } = begin();
  wish('like');
  wish('laugh');
  wish('love');
  expect(wished()).toBe('love');
  expect(sent()).toEqual(['like']);
  await answer();
  expect(sent()).toEqual(['like', 'love']);
  expect(wished()).toBe('love');
  await answer();
  expect(sent()).toHaveLength(2);
  expect(wished()).toBeUndefined();
});

it('sends nothing more where one wishes in the end what was sent', async () => {
  const { wish, wished, sent, answer } = begin();
  wish('like');
  wish('love');
  wish('like');
  await answer();
  expect(sent()).toEqual(['like']);
  expect(wished()).toBeUndefined();
});

it('tells what became of the last wish alone', async () => {
  const { wish, wished, sent, answer, refused } = begin();
  wish('like');
  wish('love');
  await answer(refusal);
  expect(refused).not.toHaveBeenCalled();
  expect(sent()).toEqual(['like', 'love']);
  await answer(refusal);
  expect(refused).toHaveBeenCalledExactlyOnceWith(refusal, 'love');
  expect(wished()).toBeUndefined();
});
