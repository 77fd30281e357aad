import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { ErrorState } from '@/ui/States';

/** What stands in a page's place when it can't be shown, its code included. */
export function PageError() {
  const { t } = useTranslation();
  const error = useRouteError();
  useEffect(() => console.error('a page could not be shown', error), [error]);
  return (
    <div className="wrap page">
      <ErrorState text={t('error.page')} advice={t('error.pageAdvice')} onRetry={() => location.reload()} />
    </div>
  );
}
