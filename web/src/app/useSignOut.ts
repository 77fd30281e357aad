import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useSessionKeeper } from '@/api/SessionContext';
import { finishDeletions } from '@/parts/undoable';
import { showToast } from '@/ui/toast';

/** Signs out here and in every tab, and goes to the landing page. */
export function useSignOut(): () => void {
  const { t } = useTranslation();
  const keeper = useSessionKeeper();
  const navigate = useNavigate();
  return () => {
    finishDeletions()
      .then(() => keeper.signOut())
      .then(
        () => showToast({ title: t('nav.loggedOut') }),
        (error: unknown) => {
          console.error('the server was not told about signing out', error);
          showToast({ tone: 'error', title: t('nav.logOutFailed'), text: t('nav.logOutFailedAdvice') });
        },
      )
      .then(() => navigate('/'))
      .catch((error: unknown) => console.error('leaving after sign-out failed', error));
  };
}
