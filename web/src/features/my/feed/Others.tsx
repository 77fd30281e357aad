import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '@/i18n/setup';
import { Button } from '@/ui/Button';
import { MemberIcon } from '@/ui/MemberIcon';

/** Something that a member wrote. */
export interface Thing {
  kind: 'post' | 'comment';
  id: string;
}

const Reporting = lazy(async () => {
  const [{ Reporting: part }] = await Promise.all([import('./reporting/Reporting'), loadTexts('reporting')]);
  return { default: part };
});

/** What one can do about what somebody else wrote. */
export function Others({ kind, id, name }: Thing & { name: string }) {
  const { t } = useTranslation('feed');
  const [isReporting, setReporting] = useState(false);
  const press = {
    'aria-haspopup': 'dialog',
    'aria-label': t(`others.${kind}`, { name: name || t('gone') }),
    onClick: () => setReporting(true),
  } as const;
  return (
    <span className="feed-others">
      {kind === 'post' ? (
        <Button variant="quiet" size="small" iconOnly label={press['aria-label']} {...press}>
          <MemberIcon name="flag" />
        </Button>
      ) : (
        <button type="button" className="feed-small" {...press}>
          {t('others.report')}
        </button>
      )}
      {isReporting && (
        <Suspense>
          <Reporting kind={kind} id={id} onClose={() => setReporting(false)} />
        </Suspense>
      )}
    </span>
  );
}
