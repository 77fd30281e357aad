import { api } from '@/api/endpoints';

/** What the campaign's page reads and does. */
export const {
  useCampaignQuery,
  useCampaignSupportersQuery,
  useLazyCampaignSupportersQuery,
  useSettingsQuery,
  useDonateMoneyMutation,
  usePauseCampaignMutation,
  useResumeCampaignMutation,
  useCompleteCampaignMutation,
} = api;
