import { useTranslation } from 'react-i18next';
import { type Found as Hit, type Group, useSearchQuery } from '@/api/generated/search';
import { useSession } from '@/api/SessionContext';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { useSettled } from '@/parts/useSettled';
import type { MemberIconName } from '@/ui/MemberIcon';
import { useEntries } from '../frame/useEntries';
import { hasWords } from './marked';

/** Somewhere to go. */
export interface Found {
  /** No other has it. */
  readonly key: string;
  readonly to: string;
  readonly text: string;
  /** The icon of a place; a thing has a cover or initials. */
  readonly icon?: MemberIconName;
  /** A campaign, a page, a post or a member. */
  readonly thing?: Hit & { readonly kind: Group['kind'] };
}

/** Things of a kind that were found. */
export interface FoundGroup {
  readonly kind: Group['kind'];
  readonly found: readonly Found[];
  readonly count: number;
  /** There are even more than those that were counted. */
  readonly more: boolean;
}

/** Characters below which nothing is looked for. */
export const fewest = 2;

/** Milliseconds of rest after which typed words are looked for. */
const rest = 150;

/** Everything that the member may look for by name: what the sidebar has, and what their menu has besides. */
function usePlaces(): readonly Found[] {
  const { t } = useTranslation('frame');
  const { t: common } = useTranslation();
  const entries = useEntries().map(({ path, icon, text }) => ({
    key: text,
    to: path,
    icon,
    // What the sidebar adds stands there below a heading that says so.
    text: text === 'campaign' ? t('newCampaign') : t(`entries.${text}`),
  }));
  if (useSession().status !== 'member') return [];
  return [
    ...entries,
    { key: 'notifications', to: '/my/notifications', icon: 'bell', text: common('nav.notifications') },
    { key: 'profile', to: '/my/profile', icon: 'person', text: common('nav.profile') },
    { key: 'settings', to: '/my/settings', icon: 'gear', text: common('nav.settings') },
  ];
}

/** Where a thing is: a post stands in the feed. */
function placeOf(kind: Group['kind'], { id, campaign }: Hit): string {
  if (campaign) return `/campaign/${campaign.slug}`;
  if (kind === 'member') return `/my/user/${id}`;
  return kind === 'page' ? `/my/pages/${id}` : `/my/activity?post=${id}`;
}

export interface Results {
  readonly groups: readonly FoundGroup[];
  readonly places: readonly Found[];
  /** Where all campaigns with these words are; undefined without words. */
  readonly all: Found | undefined;
  /** What was looked for in place of what was typed, which no text has; undefined where that was looked for. */
  readonly meant: string | undefined;
  /** What was looked for, and what was typed. */
  readonly marks: string;
  /** What is shown is the answer to what was typed. */
  readonly current: boolean;
  /** There is nothing of an answer yet. */
  readonly waiting: boolean;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** What has these words: things by the server's search, places by their names. Nothing is asked for while it is closed. */
export function useFound(text: string, open: boolean): Results {
  const { t } = useTranslation('search');
  const titleOf = useCampaignTitle();
  const words = text.trim();
  const enough = words.length >= fewest;
  const q = useSettled(words, rest);
  const query = useSearchQuery({ q }, { skip: !open || q.length < fewest });
  // The last answer stands until that to the words of now is there: an earlier one that comes late is not shown any more.
  const answer = enough && q.length >= fewest ? (query.currentData ?? query.data) : undefined;
  const current = q === words && !query.isFetching;
  const looked = (current && answer?.words) || words;
  const to = (path: string) => `${path}?q=${encodeURIComponent(looked)}`;
  const groups = (answer?.groups ?? []).map(({ kind, items, count, more }) => {
    const found = items.map(
      (thing): Found => ({
        key: thing.id,
        to: placeOf(kind, thing),
        text: kind === 'campaign' ? titleOf(thing.title) : thing.title || thing.text,
        thing: { ...thing, kind },
      }),
    );
    if (kind === 'page') {
      found.push({ key: 'allPages', to: to('/my/pages'), text: t('allPages', { words: looked }), icon: 'building' });
    }
    if (kind === 'member') {
      const members = `/my/explore?tab=people&q=${encodeURIComponent(looked)}`;
      found.push({ key: 'allMembers', to: members, text: t('allMembers', { words: looked }), icon: 'person' });
    }
    return { kind, found, count, more };
  });
  return {
    groups,
    places: usePlaces().filter((place) => hasWords(place.text, words)),
    all: enough ? { key: 'all', to: to('/explore'), text: t('all', { words: looked }), icon: 'search' } : undefined,
    meant: current && answer?.other ? looked : undefined,
    marks: `${words} ${looked}`,
    current: current || !enough,
    waiting: enough && !query.isError && !answer,
    failed: enough && query.isError && current,
    retry: () => void query.refetch(),
  };
}
