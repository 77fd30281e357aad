import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { LinkButton } from '@/ui/Button';
import { Lifecycle } from '../Lifecycle';

/** What the owner can do with the campaign, above its page. */
export function OwnerBar({ page, onStale }: { page: CampaignDetail; onStale: () => void }) {
  const { t } = useTranslation('campaigns');
  return (
    <section className="card campaigns-owner" aria-label={t('own.label')}>
      <div className="campaigns-owner-row">
        <div>
          <p>
            <b>{t('own.label')}</b>
          </p>
          <p className="sm mut">{t(`own.is.${page.status}`)}</p>
        </div>
        <Lifecycle campaign={page} onChanged={onStale}>
          <LinkButton variant="outline" size="small" to={`/my/campaigns/${page.id}`}>
            {t('own.pledges')}
          </LinkButton>
          {(page.status === 'active' || page.status === 'paused') && (
            <LinkButton variant="outline" size="small" to={`/my/campaigns/${page.id}/edit`}>
              {t('own.edit')}
            </LinkButton>
          )}
        </Lifecycle>
      </div>
      {page.cancel_reason && (
        <blockquote className="campaign-cancelled" lang={page.lang}>
          {page.cancel_reason}
        </blockquote>
      )}
    </section>
  );
}
