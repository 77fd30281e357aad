import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSettingsQuery } from '@/api/generated/platform';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { providerNames } from './providerNames';
import { Unforeseen } from './Unforeseen';

/**
 * Why somebody comes back from a provider without being signed in, as the server names it in the address. A code that this
 * version does not know is a failure.
 */
const refusals = ['provider_unavailable', 'provider_lost', 'provider_refused', 'provider_failed', 'provider_leaving'] as const;

/** The ways to sign in besides a password, where the installation has some. */
export function Providers({ next, refused }: { next: string | undefined; refused: string | null }) {
  const { t } = useTranslation('auth');
  const { language } = useFormat();
  const { data: settings } = useSettingsQuery();
  const all = settings?.sign_in_with ?? [];
  if (all.length === 0) return null;
  const why = refused && (refusals.find((code) => code === refused) ?? 'provider_failed');
  const query = new URLSearchParams({ lang: language, ...(next && { next }) });
  return (
    <div className="auth-providers">
      {why && (
        <FailureNotice title={t(`providers.${why}`)}>
          <Unforeseen />
        </FailureNotice>
      )}
      {all.map((name) => (
        <a key={name} className="btn btn-outline btn-large btn-block" href={`/api/auth/with/${name}?${query}`}>
          {t('providers.with', { name: providerNames[name] })}
        </a>
      ))}
      <p className="xs mut">
        <Trans
          t={t}
          i18nKey="providers.terms"
          components={{ terms: <Link className="link" to="/terms" />, privacy: <Link className="link" to="/privacy" /> }}
        />
      </p>
      <p className="auth-or" aria-hidden="true">
        <span>{t('providers.or')}</span>
      </p>
    </div>
  );
}
