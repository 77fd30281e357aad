import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecurityAnswer } from '@/api/generated/auth';
import { Button } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import { ChangeEmailForm } from './ChangeEmailForm';
import { PendingEmail } from './PendingEmail';

interface Props {
  account: SecurityAnswer;
  onChanged: () => void;
}

/** The address a member signs in with, the one that waits for its confirmation, and the form for another, which unfolds. */
export function EmailRow({ account, onChanged }: Props) {
  const { t } = useTranslation('email');
  const [changing, setChanging] = useState(false);
  const close = () => setChanging(false);
  const { email, pending_email: pending, has_password, second_factor } = account;
  return (
    <li className="email-row">
      <Icon name="mail" />
      <div>
        <b>{email}</b>
        {pending && <PendingEmail key={pending.expires_at} pending={pending} onChanged={onChanged} />}
        {changing && (
          <ChangeEmailForm
            asksPassword={has_password}
            asksCode={second_factor.since !== undefined}
            onCancel={close}
            onDone={() => {
              close();
              onChanged();
            }}
          />
        )}
      </div>
      {!changing && (
        <Button variant="outline" size="small" label={t('change')} onClick={() => setChanging(true)}>
          {t('alter')}
        </Button>
      )}
    </li>
  );
}
