import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { useFormat } from '@/i18n/useFormat';
import { Icon } from '@/ui/Icon';

/** What one wants to know beside the button: who gets the money, how fresh this is, how it comes back. */
export function Assurance({ campaign, sandbox }: { campaign: CampaignDetail; sandbox: boolean }) {
  const { t } = useTranslation('campaign');
  const format = useFormat();
  return (
    <div className="campaign-assurance">
      {sandbox && (
        <p className="campaign-assurance-line campaign-assurance-sandbox xs">
          <Icon name="info" size={18} />
          {t('assure.sandbox')}
        </p>
      )}
      <div className="campaign-assurance-line xs mut">
        <Icon name="shield" size={18} />
        <div>
          {campaign.organizer.name ? t('assure.receiver', { name: campaign.organizer.name }) : t('assure.receiverUnnamed')}{' '}
          {campaign.revised_at && t('assure.revised', { date: format.longDate(campaign.revised_at) })}
          <details>
            <summary className="link">{t('assure.refund')}</summary>
            <p>{t('assure.refundAsk')}</p>
            <p>{t('assure.refundClosed')}</p>
            <p>{t('assure.refundWay')}</p>
          </details>
        </div>
      </div>
    </div>
  );
}
