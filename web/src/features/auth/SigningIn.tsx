import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecurityAnswer } from '@/api/generated/auth';
import { Button, LinkButton } from '@/ui/Button';
import { Glyph, Icon } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';
import { Rows } from '@/ui/Rows';
import { ChangePasswordForm } from './ChangePasswordForm';
import { ChangeEmailForm } from './email/ChangeEmailForm';
import { PendingEmail } from './email/PendingEmail';
import { lock } from './glyphs';
import { Security } from './Security';
import { useGoOn } from './useGoOn';

interface Props {
  account: SecurityAnswer;
  onChanged: () => void;
}

function Means({ account, onChanged }: Props) {
  const { t } = useTranslation('auth');
  const [changing, setChanging] = useState<'email' | 'password'>();
  const goOn = useGoOn();
  const close = () => setChanging(undefined);
  const done = () => {
    close();
    onChanged();
  };
  const changed = () => {
    done();
    goOn();
  };
  const { email, pending_email: pending, has_password: hasPassword, password_min: min, password_changed_at: changedAt } = account;
  return (
    <div className="stack">
      {pending && <PendingEmail key={pending.expires_at} pending={pending} onChanged={onChanged} />}
      <Rows>
        <li>
          <Icon name="mail" />
          <b className="auth-sent">{email}</b>
          {changing !== 'email' && (
            <Button variant="outline" size="small" label={t('settings.changeEmail')} onClick={() => setChanging('email')}>
              {t('settings.alter')}
            </Button>
          )}
        </li>
        <li>
          <Glyph path={lock} />
          <div>
            <b>{hasPassword ? t('password') : t('linked.noPassword')}</b>
            {!hasPassword && (
              <>
                <p className="sm mut">{t('linked.noPasswordText')}</p>
                <LinkButton to="/auth/forgot" variant="outline" size="small" className="auth-set">
                  {t('linked.set')}
                </LinkButton>
              </>
            )}
            {changedAt && (
              <p className="sm mut">
                {t('settings.changed')} <RelativeTime at={changedAt} />
              </p>
            )}
          </div>
          {hasPassword && changing !== 'password' && (
            <Button variant="outline" size="small" label={t('settings.change')} onClick={() => setChanging('password')}>
              {t('settings.alter')}
            </Button>
          )}
        </li>
      </Rows>
      {changing === 'email' && <ChangeEmailForm onCancel={close} onDone={done} />}
      {changing === 'password' && <ChangePasswordForm min={min} onCancel={close} onDone={changed} />}
    </div>
  );
}

/** What a member signs in with; the forms for another address and another password unfold. */
export function SigningIn() {
  return (
    <Security>
      {(account, again) => <Means account={account} onChanged={again} />}
    </Security>
  );
}
