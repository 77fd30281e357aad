import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Donation, useAskRefundMutation } from '@/api/generated/giving';
import { ReasonDialog } from '@/parts/ReasonDialog';
import { Button } from '@/ui/Button';
import { showToast } from '@/ui/toast';

/** The button by which a giver asks for their gift back, and its dialog. */
export function AskRefund({ donation }: { donation: Donation }) {
  const { t } = useTranslation('thanks');
  const [ask] = useAskRefundMutation();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {t('ask.open')}
      </Button>
      {asking && (
        <ReasonDialog
          title={t('ask.title')}
          label={t('ask.reason')}
          hint={t('ask.hint')}
          go={t('ask.send')}
          back={t('ask.back')}
          send={(reason) => ask({ askRefundBody: { donation_id: donation.id, reason } }).unwrap()}
          onDone={() => {
            showToast({ title: t('ask.said') });
            close();
          }}
          onClose={close}
        >
          {t('ask.text')}
        </ReasonDialog>
      )}
    </>
  );
}
