import './explore.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCampaignsQuery } from '@/api/generated/campaigns';
import { useFormat } from '@/i18n/useFormat';
import { usePageTitle } from '@/ui/usePageTitle';
import { CategoryStrip } from './CategoryStrip';
import { everything, listArgs, narrowing } from './filters';
import { Narrowing } from './Narrowing';
import { Results } from './Results';
import { type FilterControl, useFilters } from './useFilters';

/** How many fit, said politely whenever it changes, and the way back to all. */
function Count({ filters, searchOf }: FilterControl) {
  const { t } = useTranslation('explore');
  const format = useFormat();
  const { data, currentData, isError } = useCampaignsQuery(listArgs(filters));
  const { total, more } = currentData ?? data ?? {};
  const shown = total !== undefined && (currentData !== undefined || !isError);
  return (
    <div className="explore-count">
      <p role="status" className="sm mut num">
        {shown && t(more ? 'countMore' : 'count', { count: total, shown: format.count(total) })}
      </p>
      {narrowing(filters) !== 'nothing' && (
        <Link
          className="sm link explore-clear"
          preventScrollReset
          to={{ search: searchOf(everything) }}
        >
          {t('clear')}
        </Link>
      )}
    </div>
  );
}

export function ExplorePage() {
  const { t } = useTranslation('explore');
  usePageTitle(t('title'));
  const control = useFilters();
  return (
    <div className="wrap page explore">
      <header>
        <h1>{t('heading')}</h1>
        <p className="mut">{t('lead')}</p>
      </header>
      <Narrowing {...control} />
      <CategoryStrip {...control} />
      <section>
        <h2 className="sr">{t('results')}</h2>
        <Count {...control} />
        <Results {...control} />
      </section>
    </div>
  );
}
