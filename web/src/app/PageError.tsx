import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useRouteError } from 'react-router';
import { isReachable, whenReachable } from '@/api/reachable';
import { ErrorState } from '@/ui/States';

/**
 * Whether a page can't be shown because its code could not be had: then it is loaded by itself once the server can be
 * reached. A page that fails though the server answers would fail again for ever.
 */
function useLostConnection(): boolean {
  const [lost, setLost] = useState(!navigator.onLine);
  useEffect(() => {
    let left = false;
    const look = async () => {
      const reached = await isReachable();
      if (!left) setLost(!reached);
    };
    void look();
    return () => {
      left = true;
    };
  }, []);
  useEffect(() => (lost ? whenReachable(() => location.reload()) : undefined), [lost]);
  return lost;
}

function Failure() {
  const { t } = useTranslation();
  const error = useRouteError();
  const lost = useLostConnection();
  useEffect(() => console.error('a page could not be shown', error), [error]);
  return (
    <div className="wrap page">
      {lost ? (
        <ErrorState title={t('error.lost')} text={t('error.lostAdvice')} onRetry={() => location.reload()} />
      ) : (
        <ErrorState text={t('error.page')} advice={t('error.pageAdvice')} onRetry={() => location.reload()} />
      )}
    </div>
  );
}

/** What stands in a page's place when it can't be shown, its code included. */
export function PageError() {
  const { pathname } = useLocation();
  return <Failure key={pathname} />;
}
