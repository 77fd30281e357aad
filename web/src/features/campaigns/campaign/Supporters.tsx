import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListSupporter, Supporter } from '@/api/generated';
import { asProblem } from '@/api/problem';
import { useFormat } from '@/i18n/useFormat';
import { useProblemText } from '@/i18n/useProblemText';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { classes } from '@/ui/classes';
import { RelativeTime } from '@/ui/RelativeTime';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState, ErrorState, Notice } from '@/ui/States';
import { useCampaignSupportersQuery, useLazyCampaignSupportersQuery } from './api';
import { arrivals, type Known, withNewest, withOlder } from './supporters';

/** Lines shown beside the story; in a list of their own, and how many a press adds there. */
const firstLines = 5;
const moreLines = 20;

function Line({ supporter, arrived }: { supporter: Supporter; arrived: boolean }) {
  const { t } = useTranslation('campaign');
  const { t: common } = useTranslation();
  const format = useFormat();
  const { person, anonymous, message, lang, at } = supporter;
  const shownName = anonymous ? common('anonymous') : person.name || t('supporters.unnamed');
  return (
    <li className={classes('supporter', arrived && 'supporter-arrived')}>
      <Avatar name={anonymous ? '' : person.name} id={person.id ?? supporter.id} size={40} />
      <div>
        <p>
          <b className="num">{format.money(supporter)}</b>{' '}
          <span className="xs mut">
            · <RelativeTime at={at} />
          </span>
        </p>
        <p className="supporter-name">{shownName}</p>
        {message && (
          <p className="mut supporter-message" lang={lang || undefined}>
            {message}
          </p>
        )}
      </div>
    </li>
  );
}

interface ListProps {
  id: string;
  first: ListSupporter;
  /** Where only the newest are shown. */
  onAll?: (() => void) | undefined;
}

function List({ id, first, onAll }: ListProps) {
  const { t } = useTranslation('campaign');
  const format = useFormat();
  const problemText = useProblemText();
  const [fetchPage] = useLazyCampaignSupportersQuery();
  const [seen] = useState(() => new Set(first.items.map((item) => item.id)));
  const [newest, setNewest] = useState(first);
  const [known, setKnown] = useState<Known>(first);
  const [shown, setShown] = useState(moreLines);
  const [failure, setFailure] = useState<string>();
  if (newest !== first) {
    setNewest(first);
    setKnown(withNewest(known, first));
  }

  async function more(): Promise<void> {
    const wanted = shown + moreLines;
    setFailure(undefined);
    if (known.items.length < wanted && known.next) {
      try {
        const page = await fetchPage({ id, cursor: known.next }).unwrap();
        setKnown((old) => withOlder(old, page));
      } catch (error) {
        console.error('more supporters did not load', error);
        const { title, advice } = problemText(asProblem(error));
        setFailure(`${title}. ${advice}`);
        return;
      }
    }
    setShown(wanted);
  }

  const fresh = arrivals(known.items, seen);
  // What slides in must not push another line out of sight.
  const visible = known.items.slice(0, onAll ? firstLines : shown + fresh);
  const hidden = known.items.length > visible.length || known.next !== '';
  return (
    <>
      <ul role="list" className="lines">
        {visible.map((supporter, index) => (
          <Line key={supporter.id} supporter={supporter} arrived={index < fresh} />
        ))}
      </ul>
      {failure && (
        <div role="alert">
          <Notice tone="danger">{failure}</Notice>
        </div>
      )}
      {hidden && (
        <p className="lines-more">
          <Button variant="outline" size="small" onClick={onAll ?? more}>
            {onAll ? t('supporters.all', { shown: format.count(first.total) }) : t('supporters.more')}
          </Button>
        </p>
      )}
    </>
  );
}

/** Who gave, the newest first; new gifts slide in while one looks. */
export function Supporters({ id, onAll }: { id: string; onAll?: () => void }) {
  const { t } = useTranslation('campaign');
  const { currentData, isError, error, isFetching, refetch } = useCampaignSupportersQuery({ id });
  useEffect(() => {
    if (isError) console.error('the supporters did not load', error);
  }, [isError, error]);
  if (currentData && currentData.items.length > 0) return <List id={id} first={currentData} onAll={onAll} />;
  if (currentData) return <EmptyState title={t('supporters.none')} text={t('supporters.noneText')} />;
  if (isError) return <ErrorState text={t('supporters.failed')} retrying={isFetching} onRetry={() => void refetch()} />;
  return (
    <Loading>
      {Array.from({ length: firstLines }, (_, index) => (
        <div className="supporter" key={index}>
          <Bone width="40px" height="40px" radius="50%" />
          <div>
            <Bone width="180px" height="20px" />
            <Bone width="min(320px, 60%)" height="16px" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
