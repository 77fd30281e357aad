import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type Donation, useCancelDonationMutation } from '@/api/generated/giving';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { useCommand } from '@/parts/useCommand';
import { Button, LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { classes } from '@/ui/classes';
import { Cover } from '@/ui/Cover';
import { Icon, type IconName } from '@/ui/Icon';
import { ShareButton } from '@/ui/ShareButton';
import { Details } from './Details';
import { canTryAgain, type Mood, moodOf, outcomeOf } from './outcome';

const marks: Record<Mood, IconName> = { good: 'heart', calm: 'info', bad: 'warning' };

/** Coming back without paying: to say so ends the gift, to have paid after all waits for the word of the provider. */
function Left({ donation, onStale, onPaid }: { donation: Donation; onStale: () => void; onPaid: () => void }) {
  const { t } = useTranslation('thanks');
  const [cancel] = useCancelDonationMutation();
  const { run, failure } = useCommand(() => cancel({ donationBody: { donation_id: donation.id } }).unwrap(), {
    onRefused: ({ code }) => {
      if (code !== 'donation_not_pending') return undefined;
      // It is past its payment: what became of it is about to show.
      onStale();
      return 'handled';
    },
  });

  return (
    <>
      {failure && (
        <FailureNotice title={failure.title}>
          <p className="mut">{failure.advice}</p>
        </FailureNotice>
      )}
      <div className="thanks-actions">
        <Button onClick={run}>{t('notPaid')}</Button>
        <Button variant="outline" onClick={onPaid}>
          {t('paid')}
        </Button>
      </div>
    </>
  );
}

/** One gift: what became of it, its figures, and what one may want next. */
export function GiftView({ donation, onStale }: { donation: Donation; onStale: () => void }) {
  const { t } = useTranslation('thanks');
  const format = useFormat();
  const [search, setSearch] = useSearchParams();
  const outcome = outcomeOf(donation, search.get('cancelled') === '1');
  const mood = moodOf(outcome);
  const title = t(`outcome.${outcome}.title`);
  const refunded = format.money({ amount: donation.refunded_amount, currency: donation.currency }, 'always');
  const path = `/campaign/${donation.campaign_slug || donation.campaign_id}`;

  function havePaid(): void {
    const next = new URLSearchParams(search);
    next.delete('cancelled');
    setSearch(next, { replace: true, preventScrollReset: true });
  }

  return (
    <div className="wrap page thanks">
      <Card pad={false}>
        <div className="thanks-cover">
          <Cover id={donation.campaign_id} category={donation.category} height={200} />
        </div>
        <div className="thanks-body">
          <span className={classes('thanks-mark', `thanks-${mood}`, outcome === 'waiting' && 'thanks-waiting')}>
            {outcome === 'waiting' ? <span className="btn-spinner" aria-hidden="true" /> : <Icon name={marks[mood]} size={26} />}
          </span>
          <div role="status" className="thanks-words">
            <h1>{title}</h1>
            <p>{t(`outcome.${outcome}.text`, { refunded })}</p>
          </div>
          <Details donation={donation} outcome={outcome} />
          {outcome === 'left' ? (
            <Left donation={donation} onStale={onStale} onPaid={havePaid} />
          ) : (
            <div className="thanks-actions">
              {canTryAgain(outcome) && <LinkButton to={path}>{t('again')}</LinkButton>}
              {outcome === 'completed' && <ShareButton variant="primary" title={donation.campaign_title} path={path} />}
              {!canTryAgain(outcome) && (
                <LinkButton variant="outline" to={path}>
                  {t('campaign')}
                </LinkButton>
              )}
            </div>
          )}
        </div>
      </Card>
    </div>
  );
}
