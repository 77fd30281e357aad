import { Button } from '@/ui/Button';
import { FailureNotice } from './FailureNotice';
import type { LiveList } from './useLiveList';

interface Props {
  list: Pick<LiveList<unknown>, 'failure' | 'hidden' | 'more'>;
  /** The button's words. */
  more: string;
}

/** Below a paged list: why no more of it came, and the button that asks for more. */
export function ListTail({ list, more }: Props) {
  return (
    <>
      {list.failure && <FailureNotice title={list.failure.title}>{list.failure.advice}</FailureNotice>}
      {list.hidden && (
        <Button variant="outline" onClick={() => void list.more()}>
          {more}
        </Button>
      )}
    </>
  );
}
