import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/Button';
import { Glyph, Icon } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';
import { ChangePasswordForm } from './ChangePasswordForm';
import { lock } from './glyphs';

interface Props {
  email: string;
  /** Characters a password has at least. */
  min: number;
  changedAt: string | undefined;
  /** The password was replaced, and every other session ended. */
  onDone: () => void;
}

/** What a member signs in with; the form for another password unfolds. */
export function SigningIn({ email, min, changedAt, onDone }: Props) {
  const { t } = useTranslation('auth');
  const [changing, setChanging] = useState(false);
  const close = () => setChanging(false);
  return (
    <>
      <ul className="auth-rows">
        <li>
          <Icon name="mail" />
          <b>{email}</b>
        </li>
        <li>
          <Glyph path={lock} />
          <div>
            <b>{t('password')}</b>
            {changedAt && (
              <p className="sm mut">
                {t('settings.changed')} <RelativeTime at={changedAt} />
              </p>
            )}
          </div>
          {!changing && (
            <Button variant="outline" size="small" label={t('settings.change')} onClick={() => setChanging(true)}>
              {t('settings.alter')}
            </Button>
          )}
        </li>
      </ul>
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
