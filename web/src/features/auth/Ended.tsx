import { useTranslation } from 'react-i18next';
import { Notice } from '@/ui/States';

/** Why a session ended, as far as the person is told more than that it did. */
const reasons = [
  'ended_by_member',
  'password_changed',
  'email_changed',
  'second_factor_on',
  'revoked_by_operator',
  'refresh_token_reused',
  'expired',
] as const;

/** Says why the session that was here has ended. */
export function Ended({ why }: { why: string }) {
  const { t } = useTranslation('auth');
  const reason = reasons.find((one) => one === why) ?? 'other';
  return (
    <div role="status" className="auth-ended">
      <Notice icon="info">
        <p>
          <b>{t('ended.title')}</b>
        </p>
        <p>{t(`ended.${reason}`)}</p>
      </Notice>
    </div>
  );
}
