import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem, type Problem } from '@/api/problem';
import { ErrorState } from '@/ui/States';
import { useRetryWhenReachable } from './useRetryWhenReachable';

/** What a query hook gives. */
export interface Query<Data> {
  readonly currentData?: Data | undefined;
  readonly isError: boolean;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface Props<Data> {
  query: Query<Data>;
  skeleton: ReactNode;
  /** What could not be loaded, in one line. */
  failed: string;
  /** The class of the page's frame, where this is the whole page. */
  page?: string;
  /** What takes the place of a list without items. */
  empty?: ReactNode;
  /** What a refusal means here; undefined for one that means a failure. */
  refused?: (problem: Problem) => ReactNode;
  children: (data: Data) => ReactNode;
}

function isEmpty(data: unknown): boolean {
  if (Array.isArray(data)) return data.length === 0;
  return typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items) && data.items.length === 0;
}

interface FailedProps {
  query: Pick<Query<unknown>, 'error' | 'isFetching' | 'refetch'>;
  text: string;
  page: string | undefined;
}

/** Says that an answer could not be had. Where no server could be reached, it is asked for again once one can. */
function Failed({ query, text, page }: FailedProps) {
  const { t } = useTranslation();
  const { isFetching, refetch } = query;
  const lost = useRetryWhenReachable(query);
  const state = (
    <ErrorState
      {...(lost && { title: t('error.lost'), advice: t('error.lostAdvice') })}
      {...(page ? { heading: 'h1' } : { retrying: isFetching })}
      text={text}
      onRetry={() => void refetch()}
    />
  );
  return page ? <div className={page}>{state}</div> : state;
}

/** An answer, or what stands in its place while it loads, when there is nothing in it, and when it could not be had. */
export function Loaded<Data>({ query, skeleton, failed, page, empty, refused, children }: Props<Data>) {
  const { currentData, isError, error, isFetching } = query;
  // What is gone is shown no longer; any other failure leaves what one has.
  const problem = isError ? asProblem(error) : undefined;
  const gone = (problem?.status === 410 || problem?.status === 404) && refused?.(problem);
  if (gone) return gone;
  if (currentData !== undefined) return empty && isEmpty(currentData) ? empty : children(currentData);
  // A page that is tried again begins from its shape; a part of one keeps its button, which says that it is busy.
  if (!problem || (page && isFetching)) return skeleton;
  const said = refused?.(problem);
  if (said) return said;
  return <Failed query={query} text={failed} page={page} />;
}
