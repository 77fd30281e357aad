import './since.css';
import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CampaignDetail } from '@/api/generated/campaigns';
import type { Since } from '@/api/generated/visits';
import { useFormat } from '@/i18n/useFormat';
import { Button } from '@/ui/Button';
import { Icon, type IconName } from '@/ui/Icon';
import { Unbroken } from '@/ui/Unbroken';
import { useChangeWords } from '../useChangeWords';

/** The sign stands before the sum in all our languages. */
function signed(figure: number, shown: (size: number) => string): string {
  return `${figure < 0 ? '−' : '+'}${shown(Math.abs(figure))}`;
}

function Figure({ icon, shown, children }: { icon: IconName; shown: string; children: ReactNode }) {
  return (
    <li>
      <Icon name={icon} size={18} />
      <span>
        <b className="num">{shown}</b> {children}
      </span>
    </li>
  );
}

/** What changed of a campaign since the reader last looked at it, exactly. */
export function SinceCard({ page, since, onSeen }: { page: CampaignDetail; since: Since; onSeen: () => void }) {
  const { t } = useTranslation('since');
  const format = useFormat();
  const says = useChangeWords();
  const { raised, supporters, minutes, items, status, currency } = since;
  const { milestones, updates, update_count: count, changes, visit } = since;
  const figures = raised !== 0 || supporters !== 0 || minutes !== 0 || items !== 0;
  const more = count - updates.length;
  return (
    <section className="card card-pad since" aria-labelledby="since">
      <div className="since-head">
        <div>
          <h2 id="since">{t('title')}</h2>
          {visit && (
            <p className="sm mut">
              <time dateTime={visit}>{format.dateTime(visit)}</time>
            </p>
          )}
        </div>
        <Button variant="quiet" size="small" onClick={onSeen}>
          <Icon name="check" size={18} />
          {t('seen')}
        </Button>
      </div>
      {figures && (
        <ul className="since-figures">
          {raised !== 0 && currency && (
            <Figure icon="money" shown={signed(raised, (amount) => format.money({ amount, currency }))}>
              {t('raised')}
            </Figure>
          )}
          {supporters !== 0 && (
            <Figure icon="people" shown={signed(supporters, format.count)}>
              {t('supporters', { count: Math.abs(supporters) })}
            </Figure>
          )}
          {minutes !== 0 && (
            <Figure icon="time" shown={signed(minutes, (size) => t('hours', { shown: format.count(size / 60) }))}>
              {t('worked')}
            </Figure>
          )}
          {items !== 0 && (
            <Figure icon="materials" shown={signed(items, format.count)}>
              {t('things', { count: Math.abs(items) })}
            </Figure>
          )}
        </ul>
      )}
      <ul className="since-lines">
        {status && <li>{t(`status.${status}`)}</li>}
        {milestones.map(({ need, percent }) => (
          <li key={need}>{t(`milestone.${need}`, { share: format.reached(percent, 100) })}</li>
        ))}
        {updates.map((one) => (
          <li key={one.id}>
            <Trans
              t={t}
              i18nKey="update"
              components={{
                title: (
                  <Link className="link" to={{ search: '?tab=updates' }} lang={one.lang} preventScrollReset replace>
                    <Unbroken text={one.title} />
                  </Link>
                ),
              }}
            />
          </li>
        ))}
        {more > 0 && (
          <li>
            <Link className="link" to={{ search: '?tab=updates' }} preventScrollReset replace>
              {t('more', { count: more, shown: format.count(more) })}
            </Link>
          </li>
        )}
        {changes.map((one) => (
          <li key={one.id}>
            {says(one)}{' '}
            <span className="sm mut">
              <time dateTime={one.at}>{format.dayIn(one.at, page.time_zone)}</time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
