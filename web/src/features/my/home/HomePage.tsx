import './home.css';
import { useTranslation } from 'react-i18next';
import { type Onboarding, useMyOnboardingQuery } from '@/api/generated/members';
import { Loaded } from '@/parts/Loaded';
import { PageSkeleton } from '@/ui/Skeleton';
import { usePageTitle } from '@/ui/usePageTitle';
import { Feed } from '../Feed';
import { Campaigns } from './Campaigns';
import { FirstSteps, isComplete, TakeUpAgain } from './FirstSteps';
import { Gifts, Waiting } from './Gifts';
import { Side } from './Side';

function Home({ onboarding }: { onboarding: Onboarding }) {
  const { t } = useTranslation('home');
  const left = !isComplete(onboarding);
  const shown = left && !onboarding.skipped;
  return (
    <div className="wrap page home">
      {shown && <FirstSteps onboarding={onboarding} />}
      {/* Who has taken part already finds what is theirs below the steps that are left. */}
      {(!shown || onboarding.taken_part) && (
        <>
          <Waiting heading={shown ? 'h2' : 'h1'} />
          <div className={shown ? 'home-columns' : 'home-columns home-columns-two'}>
            {!shown && <Feed />}
            <aside className="home-side" aria-label={t('side')}>
              {shown ? (
                <>
                  <Campaigns />
                  <Gifts />
                </>
              ) : (
                <Side />
              )}
            </aside>
          </div>
        </>
      )}
      {left && onboarding.skipped && <TakeUpAgain />}
    </div>
  );
}

/** A member's own page: their first steps until those are done or skipped; then what waits, the feed, campaigns and gifts. */
export function HomePage() {
  const { t } = useTranslation('home');
  const query = useMyOnboardingQuery();
  usePageTitle(t('title'));
  return (
    <Loaded query={query} skeleton={<PageSkeleton />} failed={t('failed')} page="wrap page">
      {(onboarding) => <Home onboarding={onboarding} />}
    </Loaded>
  );
}
