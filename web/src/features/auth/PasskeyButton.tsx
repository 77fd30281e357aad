import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionFrom } from '@/api/browserSession';
import { useBeginPasskeySignInMutation, usePasskeySignInMutation } from '@/api/generated/auth';
import { useSettingsQuery } from '@/api/generated/platform';
import { useSessionKeeper } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { useCommand } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { askForPasskey, knowsPasskeys } from './device';
import { Failure } from './Failure';

/**
 * Signs in with a passkey, where installation and browser know them. Whoever deletes their account is asked first whether they
 * keep it. `link` has what a provider said linked with the account.
 */
export function PasskeyButton({ link = false }: { link?: boolean }) {
  const { t } = useTranslation('auth');
  const format = useFormat();
  const keeper = useSessionKeeper();
  const { data: settings } = useSettingsQuery();
  const [begin] = useBeginPasskeySignInMutation();
  const [signIn] = usePasskeySignInMutation();
  const [unanswered, setUnanswered] = useState(false);
  const [leavingAt, setLeavingAt] = useState<string>();
  const { run, busy, failure } = useCommand(
    async (keep: boolean) => {
      setUnanswered(false);
      const { options } = await begin().unwrap();
      const credential = await askForPasskey(options);
      if (!credential) return credential;
      const passkeySignInBody = { credential, ...(keep && { keep }), ...(link && { link_provider: true }) };
      return signIn({ passkeySignInBody }).unwrap();
    },
    {
      onDone: (answer) => (answer ? keeper.adopt(sessionFrom(answer, Date.now())) : setUnanswered(true)),
      onRefused: ({ code, args }) => {
        if (code !== 'account_leaving' || typeof args.at !== 'string') return undefined;
        setLeavingAt(args.at);
        return 'handled';
      },
    },
  );
  if (!settings?.passkeys || !knowsPasskeys()) return null;
  return (
    <div className="stack">
      {leavingAt && <p role="status">{t('leaving.title', { date: format.dayIn(leavingAt, 'UTC') })}</p>}
      {unanswered && <p role="status">{t('passkey.unanswered')}</p>}
      {failure && <Failure failure={failure} />}
      <Button variant="outline" size="large" block busy={busy} onClick={() => void run(leavingAt !== undefined)}>
        {leavingAt ? t('leaving.keep') : t('passkey.signIn')}
      </Button>
    </div>
  );
}
