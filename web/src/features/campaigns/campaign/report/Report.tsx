import './report.css';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { useMyReportQuery } from '@/api/generated/reports';
import { Button } from '@/ui/Button';
import { showToast } from '@/ui/toast';

const Ask = lazy(async () => ({ default: (await import('./Ask')).Ask }));

/** Where a member reports a campaign of somebody else, once, and reads how that ended. */
export function Report({ page }: { page: CampaignDetail }) {
  const { t } = useTranslation('report');
  const [isAsked, setAsked] = useState(false);
  const { currentData: own, refetch } = useMyReportQuery({ id: page.id });
  if (!own) return null;
  if (own.reported) {
    return <p className="sm mut">{own.outcome && own.outcome !== 'removed' ? t(`is.${own.outcome}`) : t('reported')}</p>;
  }
  return (
    <div>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {t('open')}
      </Button>
      {isAsked && (
        <Suspense>
          <Ask
            id={page.id}
            onClose={() => setAsked(false)}
            onDone={() => {
              setAsked(false);
              showToast({ title: t('done') });
              void refetch();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
