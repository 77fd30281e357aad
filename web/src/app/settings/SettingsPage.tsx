import './settings.css';
import { useTranslation } from 'react-i18next';
import { useSecurityQuery } from '@/api/generated/auth';
import { useSettingsQuery } from '@/api/generated/platform';
import { AccountHistory } from '@/features/auth/account/AccountHistory';
import { LinkedAccounts } from '@/features/auth/LinkedAccounts';
import { Passkeys } from '@/features/auth/passkeys/Passkeys';
import { SecondFactor } from '@/features/auth/SecondFactor';
import { SessionList } from '@/features/auth/SessionList';
import { SigningIn } from '@/features/auth/SigningIn';
import { YourData } from '@/features/auth/account/YourData';
import { Writers } from '@/features/my/messages/Writers';
import { NotificationSettings } from '@/features/my/notifications/NotificationSettings';
import { Privacy } from '@/features/my/privacy/Privacy';
import { usePageTitle } from '@/ui/usePageTitle';
import { Appearance } from './Appearance';
import { useSectionInView } from './useSectionInView';

/** The sections in their order. Each comes from the feature that it is about, and loads what it shows by itself. */
const sections = {
  appearance: Appearance,
  signingIn: SigningIn,
  linked: LinkedAccounts,
  passkeys: Passkeys,
  secondFactor: SecondFactor,
  notifications: NotificationSettings,
  messages: Writers,
  sessions: SessionList,
  history: AccountHistory,
  privacy: Privacy,
  data: YourData,
};
const all = Object.keys(sections) as ReadonlyArray<keyof typeof sections>;
const withoutProviders = all.filter((id) => id !== 'linked');

/** Nobody is shown a way that there is not: where no provider is set up, and none linked, the section is absent. */
function useSections() {
  const { data: settings } = useSettingsQuery();
  const { linked } = useSecurityQuery(undefined, { selectFromResult: ({ data }) => ({ linked: data?.identities.length }) });
  return settings?.sign_in_with?.length || linked ? all : withoutProviders;
}

/** All that a member sets, on one page; the links beside it lead to its sections. */
export function SettingsPage() {
  const { t } = useTranslation('settings');
  usePageTitle(t('title'));
  const ids = useSections();
  const [inView, goTo] = useSectionInView(ids);
  return (
    <div className="wrap page settings">
      <h1>{t('title')}</h1>
      <nav className="settings-nav" aria-label={t('nav')}>
        <ul role="list">
          {ids.map((id) => (
            <li key={id}>
              <a href={`#${id}`} aria-current={id === inView ? 'location' : undefined} onClick={() => goTo(id)}>
                {t(`sections.${id}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="settings-sections">
        {ids.map((id) => {
          const Section = sections[id];
          return (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>{t(`sections.${id}`)}</h2>
              <Section />
            </section>
          );
        })}
      </div>
    </div>
  );
}
