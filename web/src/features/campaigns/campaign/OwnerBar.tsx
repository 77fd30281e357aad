import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { LinkButton } from '@/ui/Button';
import { Lifecycle } from '../Lifecycle';
import { RemoveMedia } from '../RemoveMedia';
import { StaffBar } from './StaffBar';

/** What the owner, or the staff, can do with the campaign, above its page. */
export function OwnerBar(props: { page: CampaignDetail; onStale: () => void }) {
  return (
    <>
      {props.page.can_edit && <Owner {...props} />}
      {props.page.staff && <StaffBar {...props} />}
    </>
  );
}

const editable: readonly CampaignDetail['status'][] = ['active', 'paused', 'in_review', 'changes_requested'];

/** It is open, but may not collect the money that it asks for. */
const isWithoutMoney = ({ status, money }: CampaignDetail) =>
  status === 'active' && money !== undefined && money.state !== 'allowed' && !money.by_page;

function Owner({ page, onStale }: { page: CampaignDetail; onStale: () => void }) {
  const { t } = useTranslation('campaigns');
  return (
    <section className="card campaigns-owner" aria-label={t('own.label')}>
      <div className="campaigns-owner-row">
        <div>
          <p>
            <b>{t('own.label')}</b>
          </p>
          <p className="sm mut">{t(isWithoutMoney(page) ? 'own.is.withoutMoney' : `own.is.${page.status}`)}</p>
        </div>
        <Lifecycle campaign={page} fixed={!page.owned} onChanged={onStale}>
          <LinkButton variant="outline" size="small" to={`/my/campaigns/${page.id}`}>
            {t('own.pledges')}
          </LinkButton>
          {editable.includes(page.status) && (
            <LinkButton variant="outline" size="small" to={`/my/campaigns/${page.id}/edit`}>
              {t('own.edit')}
            </LinkButton>
          )}
          {page.owned && <RemoveMedia campaign={page} onChanged={onStale} />}
        </Lifecycle>
      </div>
      {page.stop_reason && <blockquote className="campaign-cancelled">{page.stop_reason}</blockquote>}
      {page.cancel_reason && (
        <blockquote className="campaign-cancelled" lang={page.lang}>
          {page.cancel_reason}
        </blockquote>
      )}
    </section>
  );
}
