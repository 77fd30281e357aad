import { type Card, generatedApi, type Page, type Recent, type Supporter, type Totals } from './generated';
import type { LiveData } from './liveClient';
import { liveUpdates } from './liveUpdates';

/*
 * Tags and live updates of the endpoints several features read. Generated tags
 * carry no ids, so they are stated here. A push's `kind` is the operation whose
 * answer it carries.
 */

const campaignTag = (id: string) => ({ type: 'Campaign' as const, id });
const campaignTopic = (id: string) => `campaign/${id}`;

/** Takes what a card shows from a campaign's newest answer. */
function updateCard(cards: Card[], message: LiveData): void {
  if (message.kind !== 'campaign') return;
  const page = message.data as Page;
  const card = cards.find(({ id }) => id === page.id);
  if (!card) return;
  const fresh = page as unknown as Record<string, unknown>;
  Object.assign(card, Object.fromEntries(Object.keys(card).map((key) => [key, fresh[key]])));
}

export const api = generatedApi.enhanceEndpoints({
  endpoints: {
    platformTotals: {
      providesTags: ['Totals'],
      onCacheEntryAdded: liveUpdates<unknown, Totals>({
        topics: () => ['platform'],
        patch: (_, { kind, data }) => (kind === 'platform-totals' ? (data as Totals) : undefined),
        tags: () => ['Totals'],
      }),
    },
    platformRecent: {
      providesTags: ['Recent'],
      onCacheEntryAdded: liveUpdates<unknown, Recent[]>({
        topics: () => ['platform'],
        patch: (_, { kind, data }) => (kind === 'platform-recent' ? (data as Recent[]) : undefined),
        tags: () => ['Recent'],
      }),
    },
    campaigns: {
      providesTags: (answer) => ['CampaignList', ...(answer?.items ?? []).map(({ id }) => campaignTag(id))],
      onCacheEntryAdded: liveUpdates<unknown, { items: Card[] }>({
        topics: (_, { items }) => items.map(({ id }) => campaignTopic(id)),
        patch: ({ items }, message) => updateCard(items, message),
        tags: () => ['CampaignList'],
      }),
    },
    campaign: {
      providesTags: (answer) => (answer ? [campaignTag(answer.id)] : []),
      onCacheEntryAdded: liveUpdates<unknown, Page>({
        topics: (_, { id }) => [campaignTopic(id)],
        patch: (_, { kind, data }) => (kind === 'campaign' ? (data as Page) : undefined),
        tags: (_, { id }) => [campaignTag(id)],
      }),
    },
    campaignSupporters: {
      providesTags: (_, __, { id }) => [{ type: 'Supporters', id }],
      onCacheEntryAdded: liveUpdates<{ id: string; cursor?: string }, { items: Supporter[]; next: string; total: number }>({
        // Only the first page begins with the newest.
        topics: ({ id, cursor }) => (cursor ? [] : [campaignTopic(id)]),
        patch: (_, { kind, data }) =>
          kind === 'campaign-supporters' ? (data as { items: Supporter[]; next: string; total: number }) : undefined,
        tags: ({ id }) => [{ type: 'Supporters', id }],
      }),
    },
    donation: {
      providesTags: (_, __, { id }) => [{ type: 'Donation', id }],
    },
    me: { providesTags: ['Me'] },
    myCampaigns: { providesTags: (answer) => ['Me', ...(answer?.items ?? []).map(({ id }) => campaignTag(id))] },
    myTransactions: { providesTags: ['Me'] },
    launchCampaign: { invalidatesTags: ['CampaignList', 'Me'] },
    reviseCampaign: { invalidatesTags: (_, __, { reviseCampaignBody }) => [campaignTag(reviseCampaignBody.campaign_id), 'CampaignList'] },
    reviseProfile: { invalidatesTags: ['Me'] },
    cancelDonation: { invalidatesTags: (_, __, { donationBody }) => [{ type: 'Donation', id: donationBody.donation_id }] },
  },
});
