import { createApi, type TagDescription } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery';

/** What cached answers are about; ids say which one (`{ type: 'Campaign', id }`). */
export const tagTypes = ['Campaign', 'CampaignList', 'Supporters', 'Totals', 'Recent', 'Donation', 'Me'] as const;
export type Tag = TagDescription<(typeof tagTypes)[number]>;

/** Generated endpoints are injected into this; see `generated.ts`. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes,
  endpoints: () => ({}),
});
