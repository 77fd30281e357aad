import { Trans, useTranslation } from 'react-i18next';
import { type PendingView, useCancelEmailChangeMutation, useResendEmailChangeMutation } from '@/api/generated/auth';
import { useFormat } from '@/i18n/useFormat';
import { useCommand } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/States';
import { showToast } from '@/ui/toast';
import { Failure } from '../Failure';
import { OutboxLine } from '../OutboxLine';

interface Props {
  pending: PendingView;
  onChanged: () => void;
}

/** An address that waits for its confirmation: where the mail went, another one, or none. */
export function PendingEmail({ pending: { email, expires_at }, onChanged }: Props) {
  const { t } = useTranslation('email');
  const format = useFormat();
  const [resend] = useResendEmailChangeMutation();
  const [cancel] = useCancelEmailChangeMutation();
  const again = useCommand(() => resend().unwrap(), {
    onDone: () => {
      showToast({ title: t('resent') });
      onChanged();
    },
  });
  const off = useCommand(() => cancel().unwrap(), {
    onDone: () => {
      showToast({ title: t('cancelled') });
      onChanged();
    },
  });
  const failure = again.failure ?? off.failure;
  return (
    <Notice tone="money" icon="mail">
      <p className="auth-sent">
        <Trans ns="email" i18nKey="waits" values={{ email, time: format.dateTime(expires_at) }} components={{ address: <b /> }} />
      </p>
      <OutboxLine to={email} />
      {failure && <Failure failure={failure} />}
      <div className="auth-buttons auth-set">
        <Button variant="outline" size="small" busy={again.busy} onClick={() => void again.run(undefined)}>
          {again.busy ? t('sending') : t('resend')}
        </Button>
        <Button variant="quiet" size="small" busy={off.busy} onClick={() => void off.run(undefined)}>
          {t('cancel')}
        </Button>
      </div>
    </Notice>
  );
}
