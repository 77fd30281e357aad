import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '@/api/SessionContext';
import { Button, LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Icon } from '@/ui/Icon';
import { Unbroken } from '@/ui/Unbroken';

const ShareButton = lazy(async () => ({ default: (await import('@/ui/ShareButton')).ShareButton }));

/** The button's place until it is loaded. */
function Place() {
  const { t } = useTranslation();
  return (
    <Button variant="primary" disabled>
      <Icon name="share" />
      {t('share.share')}
    </Button>
  );
}

/** What one may want after giving: to tell somebody, and at the end an account. */
export function Next({ title, path }: { title: string; path: string }) {
  const { t } = useTranslation('thanks');
  const guest = useSession().status === 'anonymous';
  return (
    <aside className="thanks-next" aria-label={t('next.label')}>
      <Card pad={false}>
        <div className="thanks-row">
          <span className="thanks-row-icon">
            <Icon name="share" />
          </span>
          <div>
            <h2>
              <Unbroken text={t('next.tell')} />
            </h2>
            <p className="sm mut">{t('next.tellText')}</p>
          </div>
          <Suspense fallback={<Place />}>
            <ShareButton variant="primary" title={title} path={path} />
          </Suspense>
        </div>
      </Card>
      {guest && (
        <div className="thanks-account">
          <h2>{t('account.title')}</h2>
          <p className="sm mut">{t('account.text')}</p>
          <LinkButton variant="outline" to={`/auth?tab=signup&next=${encodeURIComponent(path)}`}>
            {t('account.create')}
          </LinkButton>
        </div>
      )}
    </aside>
  );
}
