import { type ComponentProps, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '@/ui/Card';
import { ShareCampaign } from '../ShareCampaign';
import { ContributionPanel } from './ContributionPanel';
import { Progress } from './Progress';

/** Pixels kept free above and below. */
const gap = 24;

/**
 * Lets an element stick while one scrolls. One taller than the window first
 * scrolls with the page until its end shows, so that no part is out of reach.
 */
function useStickyTop(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const sticky = element.current;
    if (!sticky) return undefined;
    const place = () => sticky.style.setProperty('top', `${Math.min(gap, innerHeight - sticky.offsetHeight - gap)}px`);
    const observer = new ResizeObserver(place);
    observer.observe(sticky);
    addEventListener('resize', place);
    return () => {
      observer.disconnect();
      removeEventListener('resize', place);
    };
  }, [element]);
}

/** Beside the story: how far the campaign is, how to contribute, and a way to pass it on. */
export function ContributionCard({ page, gift, onKind }: Omit<ComponentProps<typeof ContributionPanel>, 'head'>) {
  const { t } = useTranslation('campaign');
  const aside = useRef<HTMLElement>(null);
  useStickyTop(aside);
  return (
    <aside ref={aside} className="campaign-aside" aria-label={t('contribute')}>
      <Card pad={false} className="campaign-contribution">
        <ContributionPanel page={page} gift={gift} onKind={onKind} head={<Progress page={page} />} />
      </Card>
      <div className="campaign-share">
        <ShareCampaign variant="quiet" campaign={page} />
      </div>
    </aside>
  );
}
