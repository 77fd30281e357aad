import { useTranslation } from 'react-i18next';
import { type Donation, useCancelDonationMutation } from '@/api/generated/giving';
import { FailureNotice } from '@/parts/FailureNotice';
import { useCommand } from '@/parts/useCommand';
import { Button } from '@/ui/Button';

/** Coming back without paying: to say so ends the gift, to have paid after all waits for the word of the provider. */
export function Left({ donation, onStale, onPaid }: { donation: Donation; onStale: () => void; onPaid: () => void }) {
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
