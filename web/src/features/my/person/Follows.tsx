import { useTranslation } from 'react-i18next';
import type { Following } from '@/api/generated/people';
import { Campaign } from './Campaign';
import { PageList } from './Pages';

/** The campaigns and pages that a member follows. */
export function Follows({ following: { campaigns, pages } }: { following: Following }) {
  const { t } = useTranslation('person');
  return (
    <section aria-labelledby="person-follows">
      <h2 id="person-follows">{t('following.title')}</h2>
      {campaigns.length > 0 && (
        <ul role="list" className="card person-rows">
          {campaigns.map((campaign) => (
            <Campaign key={campaign.id} campaign={campaign} />
          ))}
        </ul>
      )}
      {pages.length > 0 && <PageList pages={pages} />}
    </section>
  );
}
