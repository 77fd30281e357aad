import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecurityAnswer } from '@/api/generated/auth';
import { Button, LinkButton } from '@/ui/Button';
import { Glyph } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';
import { Rows } from '@/ui/Rows';
import { ChangePasswordForm } from './ChangePasswordForm';
import { EmailRow } from './email/EmailRow';
import { lock } from './glyphs';
import { Security } from './Security';

interface Props {
  account: SecurityAnswer;
  onChanged: () => void;
}

function Means({ account, onChanged }: Props) {
  const { t } = useTranslation('auth');
  const [changing, setChanging] = useState(false);
  const close = () => setChanging(false);
  const { has_password: hasPassword, password_min: min, password_changed_at: changedAt } = account;
  return (
    <>
      <Rows>
        <EmailRow account={account} onChanged={onChanged} />
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
            onChanged();
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
      {(account, again) => <Means account={account} onChanged={again} />}
    </Security>
  );
}
