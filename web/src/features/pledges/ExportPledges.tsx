import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { type CampaignPledge, useLazyCampaignPledgesQuery } from '@/api/generated/pledges';
import type { Cell } from '@/parts/table';
import { ExportButton } from './ExportButton';

/** Every pledge to a campaign, whatever its state, as a file. */
export function ExportPledges({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation('pledges');
  const { t: common } = useTranslation();
  const [fetchPage] = useLazyCampaignPledgesQuery();
  const hours = (minutes: number): Cell => (minutes ? minutes / 60 : '');
  const count = (items: number): Cell => items || '';
  const columns: ReadonlyArray<readonly [string, (p: CampaignPledge) => Cell]> = [
    [t('export.at'), (p) => ({ at: p.pledged_at })],
    [t('export.person'), (p) => p.person.name || t('inbox.erased')],
    [t('inbox.kind'), (p) => common(`strand.${p.kind}`)],
    [t('export.item'), (p) => p.item],
    [t('inbox.phase'), (p) => t(`is.${p.status}`)],
    [t('export.hours'), (p) => hours(p.minutes)],
    [t('export.hoursLogged'), (p) => hours(p.minutes_logged)],
    [t('export.hoursConfirmed'), (p) => hours(p.minutes_confirmed)],
    [t('export.quantity'), (p) => count(p.quantity)],
    [t('export.quantityAccepted'), (p) => count(p.quantity_accepted)],
    [t('export.quantityReceived'), (p) => count(p.quantity_received)],
    [t('export.unit'), (p) => p.unit],
    [t('export.condition'), (p) => p.condition && t(`in.${p.condition}`)],
    [t('export.delivery'), (p) => p.delivery && t(`by.${p.delivery}`)],
    [t('export.until'), (p) => p.until],
    [t('export.availability'), (p) => p.availability],
    [t('export.skills'), (p) => p.skills],
    [t('export.message'), (p) => p.message],
    [t('export.address'), (p) => p.address],
    [t('export.place'), (p) => p.place],
    [t('export.note'), (p) => p.note],
    [t('export.reason'), (p) => p.reason],
    [t('export.changed'), (p) => ({ at: p.changed_at })],
    [t('export.reference'), (p) => p.id],
  ];
  return (
    <ExportButton
      name={`${campaign.slug}-${t('export.pledges')}`}
      head={columns.map(([head]) => head)}
      row={(pledge: CampaignPledge) => columns.map(([, cell]) => cell(pledge))}
      load={(cursor) => fetchPage({ id: campaign.id, phase: 'all', limit: 100, ...(cursor && { cursor }) }).unwrap()}
    />
  );
}
