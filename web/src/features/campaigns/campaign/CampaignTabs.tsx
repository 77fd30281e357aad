import { type ComponentProps, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { useSession } from '@/api/SessionContext';
import { useFormat } from '@/i18n/useFormat';
import { useTab } from '@/parts/useTab';
import { Button } from '@/ui/Button';
import type { Strand } from '@/ui/StrandBar';
import { Tabs } from '@/ui/Tabs';
import { Needs } from './Needs';
import { Organizer } from './Organizer';
import { paragraphs } from './paragraphs';
import { Supporters } from './Supporters';
import { Later } from './Whose';

const keys = ['story', 'needs', 'shifts', 'updates', 'supporters'] as const;

/** Needs shown under the story; the tab has them all. */
const someNeeds = 3;

/** The story as it was written. */
function Story({ page }: { page: CampaignDetail }) {
  return (
    <div className="prose campaign-story" lang={page.lang}>
      {paragraphs(page.story).map(({ at, text }) => (
        <p key={at}>{text}</p>
      ))}
    </div>
  );
}

/** Brings what the address names into sight, such as a tab that a mail leads to: it lies below the cover. */
function useArriving(): void {
  const [params] = useSearchParams();
  const named = useRef(params.has('tab'));
  useEffect(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    // Back and after a reload the page is where it was left.
    if (named.current && scrollY === 0 && entry?.type === 'navigate') document.querySelector('.tabs')?.scrollIntoView();
    named.current = false;
  }, []);
}

interface Props {
  page: CampaignDetail;
  /** The way to contribute that was chosen beside the story: what was given in it last stands below the story. */
  kind?: Strand | undefined;
}

/** Everything there is to read of a campaign. */
export function CampaignTabs({ page, kind }: Props) {
  const { t } = useTranslation('campaign');
  const { t: common } = useTranslation();
  const format = useFormat();
  const isMember = useSession().status === 'member';
  const [tab, setTab] = useTab(keys);
  useArriving();
  const counted = (label: string, figure: number | undefined) => (
    <>
      {label}
      {figure ? <span className="num"> {format.count(figure)}</span> : ''}
    </>
  );
  const needs = page.resources.includes('materials') && page.needs.length > 0;
  const tabs = [
    { key: 'story' as const, label: t('tabs.story') },
    ...(needs ? [{ key: 'needs' as const, label: counted(t('tabs.needs'), page.needs.length) }] : []),
    ...(['shifts', 'updates'] as const).flatMap((key) =>
      page[key] ? [{ key, label: counted(t(`tabs.${key}`), page[key]) }] : [],
    ),
    { key: 'supporters' as const, label: counted(t('tabs.supporters'), page.supporters) },
  ];
  const active = tabs.some(({ key }) => key === tab) ? tab : 'story';
  const later = (of: ComponentProps<typeof Later>['of']) => <Later page={page} of={of} />;
  return (
    <>
      {isMember && !page.can_edit && later('member')}
      <Tabs label={t('tabs.label')} tabs={tabs} active={active} onChange={setTab}>
        {active === 'story' && (
          <>
            {page.video && later('film')}
            <Story page={page} />
            {needs && (
              <section className="campaign-section">
                <h2>{t('needs.title')}</h2>
                <Needs page={page} most={someNeeds} />
                {page.needs.length > someNeeds && (
                  <p className="campaign-lines-more">
                    <Button variant="outline" size="small" onClick={() => setTab('needs')}>
                      {t('needs.all', { shown: format.count(page.needs.length) })}
                    </Button>
                  </p>
                )}
              </section>
            )}
            <section className="campaign-section">
              <h2>
                {t('tabs.supporters')}
                {kind && <span className="mut"> · {common(`strand.${kind}`)}</span>}
              </h2>
              <Supporters page={page} kind={kind} onAll={() => setTab('supporters')} />
            </section>
            <Organizer page={page} />
          </>
        )}
        {active === 'needs' && (
          <section aria-label={t('tabs.needs')}>
            <h2 className="sr">{t('needs.title')}</h2>
            <Needs page={page} />
          </section>
        )}
        {(active === 'shifts' || active === 'updates') && (
          <section aria-label={t(`tabs.${active}`)}>
            <h2 className="sr">{t(`tabs.${active}`)}</h2>
            {later(active)}
          </section>
        )}
        {active === 'supporters' && (
          <section aria-label={t('tabs.supporters')}>
            <h2 className="sr">{t('tabs.supporters')}</h2>
            <Supporters page={page} />
          </section>
        )}
      </Tabs>
    </>
  );
}
