import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { useFormat } from '@/i18n/useFormat';
import { Announcement } from '@/ui/Announcement';

/** Tells assistive technology, when it has a moment, that the figures moved. */
export function Announcer({ page }: { page: CampaignDetail }) {
  const { t } = useTranslation('campaign');
  const { t: common } = useTranslation();
  const format = useFormat();
  const { currency, raised_amount: amount, supporters, status } = page;
  const people = common('supporters', { count: supporters, shown: format.count(supporters) });
  // Who sees one that is not public is told so above it.
  const standing = status === 'paused' || status === 'completed' ? ` ${t(`announce.${status}`)}` : '';
  return <Announcement text={t('announce.figures', { amount: format.money({ amount, currency }), people }) + standing} />;
}
