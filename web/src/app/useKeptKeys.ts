import { useEffect } from 'react';
import { useStore } from 'react-redux';
import type { RequestContext } from '@/api/baseQuery';
import { keepOverReload } from '@/api/keptKeys';

type WithContext = (thunk: (dispatch: unknown, state: unknown, context: RequestContext) => void) => void;

let isKept = false;

/** Keeps the keys of what a member sent, until it is answered, over a reload. Once for all headers that are shown in turn. */
export function useKeptKeys(): void {
  const { dispatch } = useStore();
  useEffect(() => {
    if (isKept) return;
    isKept = true;
    (dispatch as unknown as WithContext)((_dispatch, _state, { keys }) => {
      keys.open = keepOverReload(keys.open);
    });
  }, [dispatch]);
}
