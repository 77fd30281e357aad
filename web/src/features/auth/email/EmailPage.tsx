import { useTranslation } from 'react-i18next';
import { useConfirmEmailMutation } from '@/api/generated/auth';
import { PressLink } from './PressLink';

const spent = ['email_change_invalid', 'email_change_used', 'email_change_expired', 'email_change_cancelled', 'email_taken'];

/** Where the mail to a new address leads: a press makes it the member's. */
export function EmailPage() {
  const { t } = useTranslation('email');
  const [confirm] = useConfirmEmailMutation();
  return (
    <PressLink
      title={t('page.title')}
      text={t('page.text')}
      button={t('page.button')}
      busy={t('page.busy')}
      outcome={() => ({ title: t('page.doneTitle'), text: t('page.doneText') })}
      goOn={{ to: '/my/settings', text: t('page.goOn') }}
      spent={spent}
      send={async (token) => {
        await confirm({ emailLinkBody: { token } }).unwrap();
        return {};
      }}
    />
  );
}
