import { useSearchParams } from 'react-router';
import { type Filters, readFilters, writeFilters } from './filters';

export interface FilterControl {
  readonly filters: Filters;
  /** Goes to other filters, as a step of the browser's history unless told to replace the present one. */
  readonly apply: (changes: Partial<Filters>, options?: { replace: boolean }) => void;
  /** The address's search part with these changes, for links. */
  readonly searchOf: (changes: Partial<Filters>) => string;
}

/** The filters in the address: it alone holds them. */
export function useFilters(): FilterControl {
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params);
  const paramsOf = (changes: Partial<Filters>) => writeFilters({ ...filters, ...changes }, params);
  return {
    filters,
    // Rendered at once: a control that waited for a transition would show its old value for a moment.
    apply: (changes, { replace } = { replace: false }) =>
      setParams(paramsOf(changes), { replace, preventScrollReset: true, flushSync: true }),
    searchOf: (changes) => {
      const search = paramsOf(changes).toString();
      return search && `?${search}`;
    },
  };
}
