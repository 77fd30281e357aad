import { api } from '@/api/endpoints';

/** What the landing page reads; each moves while it is open. */
export const { usePlatformTotalsQuery, usePlatformRecentQuery, useCampaignsQuery } = api;
