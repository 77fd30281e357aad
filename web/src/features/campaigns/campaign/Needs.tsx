import { useTranslation } from 'react-i18next';
import type { Need, CampaignDetail } from '@/api/generated/campaigns';
import { useFormat } from '@/i18n/useFormat';
import { Icon } from '@/ui/Icon';
import { Bar } from '@/ui/StrandBar';
import { Unbroken } from '@/ui/Unbroken';

function Row({ need, lang }: { need: Need; lang: string }) {
  const { t } = useTranslation('campaign');
  const format = useFormat();
  const left = Math.max(0, need.quantity - need.received - need.pledged);
  const done = need.received >= need.quantity;
  const untouched = need.received === 0 && need.pledged === 0;
  const figures = [
    t('needs.received', { done: format.count(need.received), goal: format.count(need.quantity) }),
    need.pledged > 0 && t('progress.pledged', { shown: format.count(need.pledged) }),
    left > 0 && t('needs.left', { shown: format.count(left) }),
  ];
  const text = untouched ? t('needs.asked', { goal: format.count(need.quantity) }) : figures.filter(Boolean).join(' · ');
  return (
    <li className="campaign-need">
      <span className="campaign-need-tile strand-materials">
        <Icon name="materials" />
      </span>
      <div className="campaign-need-body">
        <h3 lang={lang}>
          <Unbroken text={need.item} />
          {need.unit && <span className="mut campaign-need-unit"> ({need.unit})</span>}
        </h3>
        <p className="xs mut num">{text}</p>
        {!untouched && (
          <div className="campaign-need-bar">
            <Bar
              strand="materials"
              thin
              value={need.received}
              pledged={need.pledged}
              max={need.quantity}
              label={need.item}
              text={text}
            />
          </div>
        )}
        {need.note && (
          <p className="sm mut" lang={lang}>
            {need.note}
          </p>
        )}
      </div>
      {done && <span className="campaign-need-done sm">{t('needs.done')}</span>}
    </li>
  );
}

/** The things asked for and how far each has got. */
export function Needs({ page, most }: { page: CampaignDetail; most?: number }) {
  return (
    <ul role="list" className="campaign-lines">
      {page.needs.slice(0, most).map((need) => (
        <Row key={need.id} need={need} lang={page.lang} />
      ))}
    </ul>
  );
}
