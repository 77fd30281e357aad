import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, LinkButton } from '@/ui/Button';
import { Glyph, Icon } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';
import { Rows } from '@/ui/Rows';
import { ChangePasswordForm } from './ChangePasswordForm';
import { lock } from './glyphs';
import { Security } from './Security';

interface Props {
  email: string;
  /** Whoever came by a provider has none at first. */
  hasPassword: boolean;
  /** Characters a password has at least. */
  min: number;
  changedAt: string | undefined;
  /** The password was replaced, and every other session ended. */
  onDone: () => void;
}

function Means({ email, hasPassword, min, changedAt, onDone }: Props) {
  const { t } = useTranslation('auth');
  const [changing, setChanging] = useState(false);
  const close = () => setChanging(false);
  return (
    <>
      <Rows>
        <li>
          <Icon name="mail" />
          <b>{email}</b>
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
          {hasPassword && !changing && (
            <Button variant="outline" size="small" label={t('settings.change')} onClick={() => setChanging(true)}>
              {t('settings.alter')}
            </Button>
          )}
        </li>
      </Rows>
      {changing && (
        <ChangePasswordForm
          min={min}
          onCancel={close}
          onDone={() => {
            close();
            onDone();
          }}
        />
      )}
    </>
  );
}

/** What a member signs in with; the form for another password unfolds. */
export function SigningIn() {
  return (
    <Security>
      {({ email, has_password, password_min, password_changed_at }, again) => (
        <Means email={email} hasPassword={has_password} min={password_min} changedAt={password_changed_at} onDone={again} />
      )}
    </Security>
  );
}
