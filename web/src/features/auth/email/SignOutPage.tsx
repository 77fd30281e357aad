import { useTranslation } from 'react-i18next';
import { useEndAllSessionsMutation } from '@/api/generated/auth';
import { PressLink } from './PressLink';

const spent = ['sign_out_link_invalid', 'sign_out_link_expired'];

/** Where the mails about an account lead: a press ends all its sessions. */
export function SignOutPage() {
  const { t } = useTranslation('email');
  const [end] = useEndAllSessionsMutation();
  return (
    <PressLink
      title={t('signOut.title')}
      text={t('signOut.text')}
      button={t('signOut.button')}
      busy={t('page.busy')}
      outcome={() => ({ title: t('signOut.doneTitle'), text: t('signOut.doneText') })}
      goOn={{ to: '/auth/forgot', text: t('stop.password') }}
      spent={spent}
      send={async (token) => {
        await end({ emailLinkBody: { token } }).unwrap();
        return {};
      }}
    />
  );
}
