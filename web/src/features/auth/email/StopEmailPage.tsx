import { useTranslation } from 'react-i18next';
import { type StoppedAnswer, useStopEmailChangeMutation } from '@/api/generated/auth';
import { ChooseEmailForm } from './ChooseEmailForm';
import { PressLink } from './PressLink';

const spent = ['email_change_invalid', 'email_undo_too_late', 'email_taken'];

const choose = ({ became }: StoppedAnswer, token: string) =>
  became === 'needs_address' && <ChooseEmailForm token={token} />;

/** Where the mails to the address in use lead: a press calls the change off, or takes it back. */
export function StopEmailPage() {
  const { t } = useTranslation('email');
  const [stop] = useStopEmailChangeMutation();
  return (
    <PressLink
      title={t('stop.title')}
      text={t('stop.text')}
      button={t('stop.button')}
      busy={t('page.busy')}
      outcome={({ became }: StoppedAnswer) => ({ title: t(`stop.${became}.title`), text: t(`stop.${became}.text`) })}
      rest={choose}
      goOn={{ to: '/auth/forgot', text: t('stop.password') }}
      spent={spent}
      send={(token) => stop({ emailLinkBody: { token } }).unwrap()}
    />
  );
}
