import { useTranslation } from 'react-i18next';
import type { Problem } from '@/api/problem';
import { LinkButton } from '@/ui/Button';
import { EmptyState } from '@/ui/States';
import { usePageTitle } from '@/ui/usePageTitle';

const word = (value: unknown) => (typeof value === 'string' ? value : '');

/** What strangers see of a campaign that was cancelled: why, in its organizer's words. */
export function Cancelled({ problem }: { problem: Problem }) {
  const { t } = useTranslation('campaigns');
  const { title, lang, reason } = problem.args;
  usePageTitle(t('cancelled.title'));
  return (
    <div className="wrap page">
      <EmptyState
        heading="h1"
        title={t('cancelled.title')}
        action={
          <>
            {word(title) && (
              <p lang={word(lang)}>
                <b>{word(title)}</b>
              </p>
            )}
            {word(reason) && (
              <>
                <p className="mut">{t('cancelled.why')}</p>
                <blockquote className="campaign-cancelled" lang={word(lang)}>
                  {word(reason)}
                </blockquote>
              </>
            )}
            <p className="mut">{t('cancelled.kept')}</p>
            <LinkButton to="/explore">{t('cancelled.explore')}</LinkButton>
          </>
        }
      />
    </div>
  );
}
