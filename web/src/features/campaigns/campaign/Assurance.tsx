import { Trans, useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import type { Settings } from '@/api/generated/platform';
import { useFormat } from '@/i18n/useFormat';
import { Icon } from '@/ui/Icon';

/** Who gives money back, and how to reach them. */
function Operator({ settings }: { settings: Settings | undefined }) {
  const { t } = useTranslation('campaign');
  const { operator_name: name, operator_email: email } = settings ?? {};
  if (!email) return <p>{t('assure.refundUnnamed')}</p>;
  const address = (
    <a className="link" href={`mailto:${email}`}>
      {email}
    </a>
  );
  return (
    <p>
      <Trans
        ns="campaign"
        i18nKey={name ? 'assure.refundNamed' : 'assure.refundReached'}
        values={{ name }}
        components={{ address }}
      />
    </p>
  );
}

/** What one wants to know beside the button: who gets the money, how fresh this is, how it comes back. */
export function Assurance({ campaign, settings }: { campaign: CampaignDetail; settings: Settings | undefined }) {
  const { t } = useTranslation('campaign');
  const format = useFormat();
  const { organizer, revised_at: revised, time_zone: zone } = campaign;
  const unreal =
    settings?.payments === 'sandbox'
      ? t('assure.sandbox')
      : settings?.payments === 'stripe-test' && t('assure.testMode');
  return (
    <div className="campaign-assurance xs mut">
      {unreal && (
        <p className="campaign-assurance-line campaign-assurance-unreal">
          <Icon name="info" size={18} />
          {unreal}
        </p>
      )}
      <div className="campaign-assurance-line">
        <Icon name="shield" size={18} />
        <div>
          {/* A page receives nothing: who runs the campaign in its name does. */}
          {organizer.name && !organizer.page ? t('assure.receiver', { name: organizer.name }) : t('assure.receiverUnnamed')}{' '}
          {t('assure.kept')}{' '}
          {revised && t('assure.revised', { date: format.dayIn(revised, zone) })}
          <details>
            <summary className="link">{t('assure.refund')}</summary>
            <Operator settings={settings} />
            <p>{t('assure.refundClosed')}</p>
            <p>{t('assure.refundWay')}</p>
          </details>
        </div>
      </div>
    </div>
  );
}
