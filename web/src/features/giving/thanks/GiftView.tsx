import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Donation } from '@/api/generated/giving';
import { useSession } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { forgetGift, type GiftDraft, leftAddress, readGift } from '@/parts/giftDraft';
import { LinkButton } from '@/ui/Button';
import { classes } from '@/ui/classes';
import { Details } from './Details';
import { Next } from './Next';
import { canTryAgain, outcomeOf, wasPaid } from './outcome';
import { Receipt, type Way } from './Receipt';
import { RefundTalk } from './RefundTalk';
import { TotalBones } from './TotalBones';

// Few come back without paying, and it is asked for nothing before then.
const Left = lazy(async () => ({ default: (await import('./Left')).Left }));
// It asks for the campaign before it shows anything.
const NewTotal = lazy(async () => ({ default: (await import('./NewTotal')).NewTotal }));

/** What was filled in and sent as this gift, if that was in this tab; it is forgotten once it was paid. */
function useSentDraft(donation: Donation, paid: boolean): { draft: GiftDraft | undefined; way: Way } {
  const session = useSession();
  const member = session.status === 'member' ? session.member.id : undefined;
  const { id, campaign_id: campaign } = donation;
  const [draft] = useState(() => {
    const kept = readGift(campaign, member);
    return kept?.sent === id ? kept : undefined;
  });
  useEffect(() => {
    if (paid && draft) forgetGift(campaign, member);
  }, [paid, draft, campaign, member]);
  if (!draft) return { draft, way: 'kept' };
  return { draft, way: member || leftAddress(draft) ? 'mailed' : 'once' };
}

/** One gift: what became of it, its figures, and what one may want next. */
export function GiftView({ donation, onStale }: { donation: Donation; onStale: () => void }) {
  const { t } = useTranslation('thanks');
  const format = useFormat();
  const [search, setSearch] = useSearchParams();
  const outcome = outcomeOf(donation, search.get('cancelled') === '1');
  const paid = wasPaid(outcome);
  const { draft, way } = useSentDraft(donation, paid);
  const title = t(`outcome.${outcome}.title`);
  const refunded = format.money({ amount: donation.refunded_amount, currency: donation.currency }, 'always');
  const path = `/campaign/${donation.campaign_slug || donation.campaign_id}`;
  const done = outcome === 'completed';

  function havePaid(): void {
    const next = new URLSearchParams(search);
    next.delete('cancelled');
    setSearch(next, { replace: true, preventScrollReset: true });
  }

  return (
    <div className={classes('wrap page thanks', done && 'thanks-wide')}>
      <div className="thanks-main">
        <div role="status" className="thanks-words">
          <h1>{title}</h1>
          <p>{t(`outcome.${outcome}.text`, { refunded })}</p>
          {canTryAgain(outcome) && draft && <p>{t(donation.anonymous ? 'keptHidden' : 'kept')}</p>}
        </div>
        {outcome === 'waiting' && <div className="thanks-waiting" aria-hidden="true" />}
        {done && (
          <Suspense fallback={<TotalBones />}>
            <NewTotal donation={donation} />
          </Suspense>
        )}
        {paid && <Receipt donation={donation} way={way} />}
        {canTryAgain(outcome) && (
          <div className="thanks-actions">
            <LinkButton to={path}>{t('again')}</LinkButton>
          </div>
        )}
        <Details donation={donation} outcome={outcome} />
        {paid && <RefundTalk donation={donation} asks={way === 'kept'} />}
        {outcome === 'left' && (
          <Suspense fallback={null}>
            <Left donation={donation} onStale={onStale} onPaid={havePaid} />
          </Suspense>
        )}
        {outcome !== 'left' && !done && !canTryAgain(outcome) && (
          <div className="thanks-actions">
            <LinkButton variant="outline" to={path}>
              {t('campaign')}
            </LinkButton>
          </div>
        )}
      </div>
      {done && <Next title={donation.campaign_title} path={path} />}
    </div>
  );
}
