import { useTranslation } from 'react-i18next';
import { type CampaignCard, useCampaignsQuery } from '@/api/generated/campaigns';
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
  /** The icon of a page; a campaign has a cover. */
  readonly icon?: MemberIconName;
  readonly campaign?: CampaignCard;
}

/** Campaigns that are shown of those there are. */
const most = 5;

/** Everything that the member may look for by name: what the sidebar has, and what their menu has besides. */
function usePages(): readonly Found[] {
  const { t } = useTranslation('frame');
  const { t: common } = useTranslation();
  const entries = useEntries().map(({ path, icon, text }) => ({
    key: text,
    to: path,
    icon,
    // What the sidebar adds stands there below a heading that says so.
    text: text === 'campaign' ? t('newCampaign') : t(`entries.${text}`),
  }));
  return [
    ...entries,
    { key: 'notifications', to: '/my/notifications', icon: 'bell', text: common('nav.notifications') },
    { key: 'profile', to: '/my/profile', icon: 'person', text: common('nav.profile') },
    { key: 'settings', to: '/my/settings', icon: 'gear', text: common('nav.settings') },
  ];
}

export interface Results {
  readonly campaigns: readonly Found[];
  readonly pages: readonly Found[];
  /** Where all campaigns with these words are; undefined without words. */
  readonly all: Found | undefined;
  /** What is shown is the answer to what was typed. */
  readonly current: boolean;
  /** There is nothing of an answer yet. */
  readonly waiting: boolean;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** What has these words: campaigns by the server's search, pages by their names. Nothing is asked for while it is closed. */
export function useFound(text: string, open: boolean): Results {
  const { t } = useTranslation('search');
  const titleOf = useCampaignTitle();
  const words = text.trim();
  const q = useSettled(words);
  const query = useCampaignsQuery({ q, limit: most }, { skip: !open || q === '' });
  const items = words && q && query.currentData ? query.currentData.items : [];
  const current = q === words && !query.isFetching;
  return {
    campaigns: items.map((campaign) => ({
      key: campaign.id,
      to: `/campaign/${campaign.slug}`,
      text: titleOf(campaign.title),
      campaign,
    })),
    pages: usePages().filter((page) => hasWords(page.text, words)),
    all: words
      ? { key: 'all', to: `/explore?q=${encodeURIComponent(words)}`, text: t('all', { words }), icon: 'search' }
      : undefined,
    current,
    waiting: words !== '' && !query.isError && items.length === 0 && !current,
    failed: words !== '' && query.isError && current,
    retry: () => void query.refetch(),
  };
}
