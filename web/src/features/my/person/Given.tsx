import { useTranslation } from 'react-i18next';
import type { GivenByName } from '@/api/generated/people';
import { useFormat } from '@/i18n/useFormat';
import { Icon } from '@/ui/Icon';
import { Campaign } from './Campaign';

/** What a member gave time and things to, under their name. Money is never there. */
export function Given({ given }: { given: GivenByName }) {
  const { t } = useTranslation('person');
  const format = useFormat();
  const { minutes, things, time_campaigns: forTime, things_campaigns: forThings, campaigns } = given;
  const hours = (of: number) => t('given.hours', { shown: format.count(of / 60) });
  const items = (of: number) => t('given.things', { count: of, shown: format.count(of) });
  return (
    <section aria-labelledby="person-given">
      <h2 id="person-given">{t('given.title')}</h2>
      <div className="card person-given">
        <dl className="person-sums">
          {minutes > 0 && (
            <div className="person-sum strand-time">
              <span className="person-strand">
                <Icon name="time" />
              </span>
              <dt className="num">{hours(minutes)}</dt>
              <dd className="sm mut">{t('given.confirmed', { count: forTime, shown: format.count(forTime) })}</dd>
            </div>
          )}
          {things > 0 && (
            <div className="person-sum strand-materials">
              <span className="person-strand">
                <Icon name="materials" />
              </span>
              <dt className="num">{items(things)}</dt>
              <dd className="sm mut">{t('given.received', { count: forThings, shown: format.count(forThings) })}</dd>
            </div>
          )}
        </dl>
        <ul role="list" className="person-rows">
          {campaigns.map(({ campaign, minutes: time, things: received, last_at: lastAt }) => (
            <Campaign key={campaign.id} campaign={campaign} line={format.longDate(lastAt)}>
              <span className="person-amounts num">
                {time > 0 && (
                  <span className="strand-time">
                    <Icon name="time" size={18} /> {hours(time)}
                  </span>
                )}
                {received > 0 && (
                  <span className="strand-materials">
                    <Icon name="materials" size={18} /> {items(received)}
                  </span>
                )}
              </span>
            </Campaign>
          ))}
        </ul>
      </div>
    </section>
  );
}
