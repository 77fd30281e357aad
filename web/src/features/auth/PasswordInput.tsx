import { type InputHTMLAttributes, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A password that can be looked at while it is typed. */
export function PasswordInput(props: InputHTMLAttributes<HTMLInputElement>) {
  const { t } = useTranslation('auth');
  const [shown, setShown] = useState(false);
  return (
    <span className="auth-password">
      <input {...props} className="input" type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button
        type="button"
        className="auth-password-toggle"
        aria-label={t('showPassword')}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <span aria-hidden="true">{shown ? t('hide') : t('show')}</span>
      </button>
    </span>
  );
}
