import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { authPath } from '@/api/returnPath';
import { useSessionKeeper } from '@/api/SessionContext';
import { FailureNotice } from '@/parts/FailureNotice';
import type { Failure as CommandFailure } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { Failure } from './Failure';

/** Signs out here and in every tab, and leads back to the settings by way of the sign-in page. */
function SignInAgain() {
  const { t } = useTranslation('auth');
  const keeper = useSessionKeeper();
  const navigate = useNavigate();
  const leave = () => {
    keeper
      .signOut()
      .catch((error: unknown) => console.warn('the server was not told about signing out', error))
      .then(() => navigate(authPath('/my/settings')))
      .catch((error: unknown) => console.error('going to the sign-in page failed', error));
  };
  return (
    <Button variant="outline" size="small" onClick={leave}>
      {t('settings.signInAgain')}
    </Button>
  );
}

/** A refusal where a proof is asked for: whoever has no password gives one by signing in again. */
export function ProofFailure({ failure }: { failure: CommandFailure }) {
  if (failure.problem.code !== 'sign_in_again') return <Failure failure={failure} />;
  return (
    <FailureNotice title={failure.title}>
      <SignInAgain />
    </FailureNotice>
  );
}
