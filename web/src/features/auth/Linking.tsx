import { useTranslation } from 'react-i18next';
import type { HeldAnswer } from '@/api/generated/auth';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/States';
import { providerNames } from './providerNames';

interface Props {
  held: Required<Pick<HeldAnswer, 'provider' | 'email'>>;
  signUp: boolean;
  onLetGo: () => void;
}

/** Says that a provider's account is linked with what is signed in or up with, and lets go of it. */
export function Linking({ held, signUp, onLetGo }: Props) {
  const { t } = useTranslation('auth');
  const name = providerNames[held.provider];
  const told = held.email !== '';
  const what = signUp ? (told ? 'signUp' : 'emailText') : told ? 'signIn' : 'signInAny';
  return (
    <div className="auth-providers">
      <Notice tone="money" icon="info">
        <p>
          <b>{t('linking.title')}</b>
        </p>
        <p>{t(`linking.${what}`, { name })}</p>
        <Button variant="quiet" size="small" onClick={onLetGo}>
          {t('linking.letGo', { name })}
        </Button>
      </Notice>
    </div>
  );
}
