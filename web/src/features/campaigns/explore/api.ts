import { api } from '@/api/endpoints';

export const { useCampaignsQuery, useLazyCampaignsQuery, useCategoriesQuery } = api;
