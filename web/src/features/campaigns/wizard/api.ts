import { api } from '@/api/endpoints';

export const { useLaunchCampaignMutation, useMeQuery } = api;
