import { useTranslation } from 'react-i18next';
import type { Problem } from '@/api/problem';
import { LinkButton } from '@/ui/Button';
import { EmptyState } from '@/ui/States';
import { usePageTitle } from '@/ui/usePageTitle';

const word = (value: unknown) => (typeof value === 'string' ? value : '');

function Explore() {
  const { t } = useTranslation();
  return <LinkButton to="/explore">{t('footer.explore')}</LinkButton>;
}

function Missing() {
  const { t } = useTranslation('campaign');
  const { t: more } = useTranslation('campaigns');
  const title = t('missing.title');
  usePageTitle(title);
  return (
    <div className="wrap page">
      <EmptyState
        heading="h1"
        title={title}
        text={more('missing.text')}
        action={<Explore />}
      />
    </div>
  );
}

/** What strangers see of a campaign that was cancelled or suspended: why, in its organizer's words or a moderator's. */
function Cancelled({ problem }: { problem: Problem }) {
  const { t } = useTranslation('campaigns');
  const { title, lang, reason } = problem.args;
  const suspended = problem.code === 'campaign_suspended';
  const heading = t(suspended ? 'suspended.title' : 'cancelled.title');
  usePageTitle(heading);
  return (
    <div className="wrap page">
      <EmptyState
        heading="h1"
        title={heading}
        action={
          <>
            {word(title) && (
              <p lang={word(lang)}>
                <b>{word(title)}</b>
              </p>
            )}
            {word(reason) && (
              <>
                <p className="mut">{t(suspended ? 'suspended.why' : 'cancelled.why')}</p>
                <blockquote className="campaign-cancelled" lang={suspended ? undefined : word(lang)}>
                  {word(reason)}
                </blockquote>
              </>
            )}
            <p className="mut">{t('cancelled.kept')}</p>
            <Explore />
          </>
        }
      />
    </div>
  );
}

/** What stands there in place of a campaign: that there is none, or why it is not shown. */
export function Gone({ problem }: { problem: Problem }) {
  return problem.status === 404 ? <Missing /> : <Cancelled problem={problem} />;
}
