import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type Contributions, useMyContributionsQuery } from '@/api/generated/giving';
import { useFormat } from '@/i18n/useFormat';
import { Loaded } from '@/parts/Loaded';
import { Bone, Loading } from '@/ui/Skeleton';

function Totals({ given: { totals, campaigns } }: { given: Contributions }) {
  const { t } = useTranslation('profile');
  const format = useFormat();
  if (totals.length === 0) {
    return (
      <p className="mut">
        {t('given.none')}{' '}
        <Link className="link" to="/explore">
          {t('given.explore')}
        </Link>
      </p>
    );
  }
  return (
    <dl>
      {totals.map(({ amount, currency, gifts }) => (
        <div key={currency}>
          <dt className="sm mut">{t('given.gifts', { count: gifts, shown: format.count(gifts) })}</dt>
          <dd className="num">{format.money({ amount, currency })}</dd>
        </div>
      ))}
      <div>
        <dt className="sm mut">{t('given.campaigns', { count: campaigns })}</dt>
        <dd className="num">{format.count(campaigns)}</dd>
      </div>
    </dl>
  );
}

/** What the member has given under their name, a currency at a time, live. */
export function Given() {
  const { t } = useTranslation('profile');
  const id = useId();
  const query = useMyContributionsQuery();
  return (
    <section aria-labelledby={id} className="profile-given">
      <h2 id={id}>{t('given.title')}</h2>
      <p className="sm mut">{t('given.hint')}</p>
      <Loaded
        query={query}
        skeleton={
          <Loading>
            <Bone height="56px" />
          </Loading>
        }
        failed={t('given.failed')}
      >
        {(given) => <Totals given={given} />}
      </Loaded>
    </section>
  );
}
