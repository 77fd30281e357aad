import './auth.css';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { authPath } from '@/api/returnPath';
import { LinkButton } from '@/ui/Button';
import { usePageTitle } from '@/ui/usePageTitle';
import { ForgotForm } from './ForgotForm';
import { LinkFrame } from './LinkFrame';
import { safeNext } from './next';

/** Where somebody who forgot their password has a link mailed. */
export function ForgotPage() {
  const { t } = useTranslation('auth');
  const [params] = useSearchParams();
  const next = safeNext(params.get('next'));
  usePageTitle(t('forgot.title'));
  return (
    <LinkFrame title={t('forgot.title')} state="open" moved={false}>
      <div className="stack">
        <p className="mut">{t('forgot.text')}</p>
        <ForgotForm next={next} />
        <LinkButton to={authPath(next)} variant="quiet" block>
          {t('forgot.back')}
        </LinkButton>
      </div>
    </LinkFrame>
  );
}
