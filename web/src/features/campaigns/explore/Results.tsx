import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import {
  type CampaignCard as Card,
  type ListCampaignCard,
  useCampaignsQuery,
  useLazyCampaignsQuery,
} from '@/api/generated/campaigns';
import { Button, LinkButton } from '@/ui/Button';
import { CampaignCard } from '@/parts/CampaignCard';
import { CampaignCardsSkeleton } from '@/parts/CampaignCardsSkeleton';
import { Loaded } from '@/parts/Loaded';
import { EmptyState } from '@/ui/States';
import { everything, type Filters, listArgs, narrowing, pageSize } from './filters';
import type { FilterControl } from './useFilters';
import { useImpatience } from './useImpatience';

/** How many pages of the list are open: kept with the history's entry, so that coming back finds them open. */
function useOpenPages(): [pages: number, openMore: () => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const state: unknown = location.state;
  const kept = typeof state === 'object' && state !== null && 'pages' in state ? state.pages : 1;
  const pages = typeof kept === 'number' && kept > 1 ? kept : 1;
  return [
    pages,
    () => {
      void navigate({ search: location.search }, { replace: true, preventScrollReset: true, state: { pages: pages + 1 } });
    },
  ];
}

function Cards({ cards, first }: { cards: readonly Card[]; first: boolean | undefined }) {
  return (
    <ul role="list" className="cards">
      {cards.map((campaign, index) => (
        <li key={campaign.id}>
          <CampaignCard campaign={campaign} first={first === true && index === 0} />
        </li>
      ))}
    </ul>
  );
}

/** Loads the next page before it is opened, so that nothing jumps; a failure is said here and can be tried again. */
function More({ filters, cursor, onLoaded }: { filters: Filters; cursor: string; onLoaded: () => void }) {
  const { t } = useTranslation('explore');
  const { t: common } = useTranslation();
  const [load, { isError }] = useLazyCampaignsQuery();
  async function press(): Promise<void> {
    const answer = await load(listArgs(filters, cursor), true);
    if (answer.isSuccess) onLoaded();
    else console.error('the next campaigns did not load', answer.error);
  }
  return (
    <div className="explore-more">
      {isError && (
        <p role="alert" className="explore-more-failed">
          {t('moreFailed')}
          <br />
          <span className="mut">{common('error.advice')}</span>
        </p>
      )}
      <Button variant="outline" onClick={press}>
        {t('more')}
      </Button>
    </div>
  );
}

interface ListProps {
  filters: Filters;
  answer: ListCampaignCard;
  /** The page begins with it. */
  first?: boolean;
  /** Pages to show after this one. */
  left: number;
  /** Whether pages opened from now on take the focus: someone pressed for them. */
  focusing: boolean;
  onMore: () => void;
}

function List({ filters, answer, first, left, focusing, onMore }: ListProps) {
  return (
    <>
      <Cards cards={answer.items} first={first} />
      {answer.next !== '' && left > 0 && (
        <Following filters={filters} cursor={answer.next} left={left - 1} focusing={focusing} onMore={onMore} />
      )}
      {answer.next !== '' && left === 0 && <More key={answer.next} filters={filters} cursor={answer.next} onLoaded={onMore} />}
    </>
  );
}

/** A page after the first. Its cursor comes from the page before, so that the list has no gap when that one changes. */
function Following({ cursor, ...list }: Omit<ListProps, 'answer'> & { cursor: string }) {
  const { t } = useTranslation('explore');
  const query = useCampaignsQuery(listArgs(list.filters, cursor));
  const place = useRef<HTMLDivElement>(null);
  const focusNow = useRef(list.focusing);
  const loaded = query.currentData !== undefined;
  useEffect(() => {
    if (!loaded || !focusNow.current) return;
    focusNow.current = false;
    place.current?.querySelector('a')?.focus({ preventScroll: true });
  }, [loaded]);
  return (
    <div ref={place} className="explore-following">
      <Loaded query={query} skeleton={<CampaignCardsSkeleton count={pageSize} />} failed={t('moreFailed')}>
        {(answer) => <List {...list} answer={answer} />}
      </Loaded>
    </div>
  );
}

function Nothing({ filters, searchOf }: FilterControl) {
  const { t } = useTranslation('explore');
  const narrowed = narrowing(filters);
  if (narrowed === 'nothing') {
    return (
      <EmptyState
        title={t('empty.nothing')}
        text={t('empty.nothingText')}
        action={<LinkButton to="/create-campaign">{t('empty.create')}</LinkButton>}
      />
    );
  }
  return (
    <EmptyState
      title={t(`empty.${narrowed}`)}
      text={t(`empty.${narrowed}Text`)}
      action={
        <LinkButton to={`/explore${searchOf(everything)}`} variant="outline">
          {t(narrowed === 'category' ? 'empty.allCategories' : 'empty.clear')}
        </LinkButton>
      }
    />
  );
}

/** The campaigns that fit, live; what was there stays for a moment while others load. */
export function Results(control: FilterControl) {
  const { filters } = control;
  const { t } = useTranslation('explore');
  const [pages, openMore] = useOpenPages();
  const [focusing, setFocusing] = useState(false);
  const query = useCampaignsQuery(listArgs(filters));
  const { data, currentData, isError, isFetching } = query;
  const impatient = useImpatience(!currentData && isFetching);
  const shown = currentData ?? (impatient || isError ? undefined : data);
  return (
    <Loaded query={{ ...query, currentData: shown }} skeleton={<CampaignCardsSkeleton count={pageSize} />} failed={t('failed')}>
      {(answer) => (
        <div className="explore-results" aria-busy={!currentData}>
          {answer.items.length > 0 ? (
            <List
              filters={filters}
              answer={answer}
              first
              left={currentData ? pages - 1 : 0}
              focusing={focusing}
              onMore={() => {
                setFocusing(true);
                openMore();
              }}
            />
          ) : (
            <Nothing {...control} />
          )}
        </div>
      )}
    </Loaded>
  );
}
