import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Donation } from '@/api/generated/giving';
import { useFormat } from '@/i18n/useFormat';

// Few ask for their gift back, and its dialog has a form.
const AskRefund = lazy(async () => ({ default: (await import('./AskRefund')).AskRefund }));

/** What giver and organizer say to each other about giving the gift back. Who has just given is not offered to ask for it. */
export function RefundTalk({ donation, asks }: { donation: Donation; asks: boolean }) {
  const { t } = useTranslation('thanks');
  const { longDate, money } = useFormat();
  const { status, asked_at: askedAt, answer, declined, refund_pending: pending, currency } = donation;
  const returnable = status === 'completed' || status === 'partly_refunded';
  return (
    <>
      {answer && (
        <section className="thanks-answer">
          <h2 className="h3">{t(declined ? 'ask.declined' : 'ask.explained')}</h2>
          <p dir="auto">{answer}</p>
        </section>
      )}
      {askedAt && <p className="mut">{t('ask.waiting', { date: longDate(askedAt) })}</p>}
      {pending > 0 && <p className="mut">{t('ask.pending', { amount: money({ amount: pending, currency }, 'always') })}</p>}
      {asks && returnable && !askedAt && pending === 0 && (
        <div className="thanks-ask">
          <Suspense fallback={null}>
            <AskRefund donation={donation} />
          </Suspense>
        </div>
      )}
    </>
  );
}
