import './auth.css';
import { useTranslation } from 'react-i18next';
import { useSecurityQuery } from '@/api/generated/auth';
import { Loaded } from '@/parts/Loaded';
import { Bone, Loading } from '@/ui/Skeleton';
import { usePageTitle } from '@/ui/usePageTitle';
import { AccountHistory } from './AccountHistory';
import { SessionList } from './SessionList';
import { SigningIn } from './SigningIn';

function SettingsBones() {
  return (
    <Loading>
      <div className="stack">
        <Bone width="40%" height="28px" />
        <Bone height="48px" radius="var(--r)" />
        <Bone height="48px" radius="var(--r)" />
        <Bone width="40%" height="28px" />
        <Bone height="64px" radius="var(--r)" />
      </div>
    </Loading>
  );
}

/** How a member signs in, where they are signed in, and what happened to their account. */
export function SettingsPage() {
  const { t } = useTranslation('auth');
  usePageTitle(t('settings.title'));
  // Whoever comes back wants to see who was here meanwhile.
  const query = useSecurityQuery(undefined, { refetchOnMountOrArgChange: true });
  const again = () => void query.refetch();
  return (
    <div className="wrap page auth-settings">
      <h1>{t('settings.title')}</h1>
      <Loaded query={query} skeleton={<SettingsBones />} failed={t('settings.failed')}>
        {({ email, password_min, password_changed_at, sessions, history }) => (
          <>
            <section aria-labelledby="settings-password">
              <h2 id="settings-password">{t('settings.signingIn')}</h2>
              <SigningIn email={email} min={password_min} changedAt={password_changed_at} onDone={again} />
            </section>
            <section aria-labelledby="settings-sessions">
              <h2 id="settings-sessions">{t('settings.sessions')}</h2>
              <SessionList sessions={sessions} onDone={again} />
            </section>
            <section aria-labelledby="settings-history">
              <h2 id="settings-history">{t('settings.history')}</h2>
              <AccountHistory history={history} />
            </section>
          </>
        )}
      </Loaded>
    </div>
  );
}
