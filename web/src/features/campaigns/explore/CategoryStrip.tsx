import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCategoriesQuery } from '@/api/generated/campaigns';
import { useFormat } from '@/i18n/useFormat';
import { useRetryWhenReachable } from '@/parts/useRetryWhenReachable';
import { Button } from '@/ui/Button';
import { isCategory, useCategoryName } from '@/ui/category';
import { Bone, Loading } from '@/ui/Skeleton';
import { countArgs, stripOf } from './filters';
import type { FilterControl } from './useFilters';

interface EntryProps {
  to: string;
  name: string;
  /** Undefined while it is not known. */
  campaigns: number | undefined;
  chosen: boolean;
}

function Entry({ to, name, campaigns, chosen }: EntryProps) {
  const { t } = useTranslation('explore');
  const format = useFormat();
  return (
    <li>
      <Link to={{ search: to }} preventScrollReset aria-current={chosen ? 'true' : undefined}>
        {name}
        {campaigns !== undefined && (
          <>
            <span className="num" aria-hidden="true">
              {format.count(campaigns)}
            </span>
            <span className="sr">{t('count', { count: campaigns, shown: format.count(campaigns) })}</span>
          </>
        )}
      </Link>
    </li>
  );
}

/** All, then every category that has campaigns; on a narrow screen the row scrolls. */
export function CategoryStrip({ filters, searchOf }: FilterControl) {
  const { t } = useTranslation('explore');
  const { locale } = useFormat();
  const nameOf = useCategoryName();
  const query = useCategoriesQuery(countArgs(filters));
  const { data, isError, error, isFetching, refetch } = query;
  useRetryWhenReachable(query);
  const row = useRef<HTMLUListElement>(null);
  const chosen = filters.category;

  useEffect(() => {
    if (isError) console.error('the categories did not load', error);
  }, [isError, error]);
  const entries = stripOf(data ?? [], chosen, nameOf, locale);
  const place = chosen ? entries.findIndex(({ category }) => category === chosen) + 1 : 0;
  useEffect(() => {
    const list = row.current;
    const entry = list?.children.item(place);
    // Only the row moves, never the page.
    if (list && entry instanceof HTMLElement) list.scrollLeft = entry.offsetLeft - (list.clientWidth - entry.offsetWidth) / 2;
  }, [place]);

  return (
    <nav aria-label={t('categories')} className="explore-strip">
      <ul ref={row} role="list">
        <Entry
          to={searchOf({ category: undefined })}
          name={t('all')}
          campaigns={data?.reduce((sum, { campaigns }) => sum + campaigns, 0)}
          chosen={!chosen}
        />
        {entries.map(({ category, campaigns }) => (
          <Entry
            key={category}
            to={searchOf({ category: isCategory(category) ? category : undefined })}
            name={nameOf(category)}
            campaigns={data && campaigns}
            chosen={category === chosen}
          />
        ))}
      </ul>
      {!data && !isError && (
        <Loading>
          <div className="explore-strip-bones">
            {[96, 112, 104, 128, 88].map((width) => (
              <Bone key={width} width={`${width}px`} height="44px" radius="var(--r-full)" />
            ))}
          </div>
        </Loading>
      )}
      {!data && isError && (
        <Button variant="quiet" size="small" busy={isFetching} onClick={() => void refetch()}>
          {t('categoriesFailed')}
        </Button>
      )}
    </nav>
  );
}
