import { type CampaignCard, type Donation, generatedApi, type CampaignDetail, type Recent, type Supporter, type Totals } from './generated';
import type { LiveData } from './liveClient';
import { liveUpdates } from './liveUpdates';

/*
 * Tags and live updates of the endpoints several features read. Generated tags
 * carry no ids, so they are stated here. A push's `kind` is the operation whose
 * answer it carries.
 */

const campaignTag = (id: string) => ({ type: 'Campaign' as const, id });
const campaignTopic = (id: string) => `campaign/${id}`;

/** Puts a campaign's newest card in the place of the one a list has; a list never grows or moves by a push. */
export function updateCard(cards: CampaignCard[], { kind, data }: LiveData): void {
  if (kind !== 'card') return;
  const fresh = data as CampaignCard;
  const index = cards.findIndex(({ id }) => id === fresh.id);
  if (index >= 0) cards[index] = fresh;
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
      onCacheEntryAdded: liveUpdates<unknown, { items: CampaignCard[] }>({
        topics: () => ['cards'],
        patch: ({ items }, message) => updateCard(items, message),
        tags: () => ['CampaignList'],
      }),
    },
    // How many campaigns a category has changes with the list.
    categories: { providesTags: ['CampaignList'] },
    campaign: {
      providesTags: (answer) => (answer ? [campaignTag(answer.id)] : []),
      onCacheEntryAdded: liveUpdates<unknown, CampaignDetail>({
        topics: (_, { id }) => [campaignTopic(id)],
        patch: (_, { kind, data }) => (kind === 'campaign' ? (data as CampaignDetail) : undefined),
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
      onCacheEntryAdded: liveUpdates<{ id: string }, Donation>({
        topics: ({ id }) => [`donation/${id}`],
        patch: (_, { kind, data }) => (kind === 'donation' ? (data as Donation) : undefined),
        tags: ({ id }) => [{ type: 'Donation', id }],
      }),
    },
    me: { providesTags: ['Me'] },
    launchCampaign: { invalidatesTags: ['CampaignList', 'Me'] },
    pauseCampaign: { invalidatesTags: (_, __, { campaignBody }) => [campaignTag(campaignBody.campaign_id), 'CampaignList'] },
    resumeCampaign: { invalidatesTags: (_, __, { campaignBody }) => [campaignTag(campaignBody.campaign_id), 'CampaignList'] },
    completeCampaign: { invalidatesTags: (_, __, { campaignBody }) => [campaignTag(campaignBody.campaign_id), 'CampaignList'] },
    cancelDonation: { invalidatesTags: (_, __, { donationBody }) => [{ type: 'Donation', id: donationBody.donation_id }] },
  },
});
