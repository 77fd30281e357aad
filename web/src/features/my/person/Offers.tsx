import { useTranslation } from 'react-i18next';
import type { PersonOffer } from '@/api/generated/people';
import { useFormat } from '@/i18n/useFormat';
import { Chip } from '@/ui/Chip';
import { Campaign } from './Campaign';

/** What a member offered to campaigns that the reader runs; on one's own page, what organizers see of oneself. */
export function Offers({ offers, own }: { offers: readonly PersonOffer[]; own: boolean }) {
  const { t } = useTranslation('person');
  const format = useFormat();
  return (
    <section aria-labelledby="person-offers">
      <h2 id="person-offers">{t(own ? 'offers.own' : 'offers.title')}</h2>
      {own && <p className="sm mut person-hint">{t(offers.length > 0 ? 'offers.ownHint' : 'offers.none')}</p>}
      {offers.length > 0 && (
        <ul role="list" className="card person-rows">
          {offers.map(({ id, campaign, kind, minutes, quantity, item, status }) => (
            <Campaign
              key={id}
              campaign={campaign}
              line={
                kind === 'time'
                  ? t('offers.hours', { hours: format.count(minutes / 60) })
                  : t('offers.things', { shown: format.count(quantity), item })
              }
            >
              <Chip>{t(`offers.status.${status}`)}</Chip>
            </Campaign>
          ))}
        </ul>
      )}
    </section>
  );
}
