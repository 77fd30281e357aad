import { createApi, type TagDescription } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './baseQuery';

/** Cached answers by what keeps them up to date: pushes, or being read again; see `rules.ts`. */
export const tagTypes = ['Live', 'Answer'] as const;
export type Tag = TagDescription<(typeof tagTypes)[number]>;

/** The endpoints of each area are injected into this when they are first needed; see `generated/`. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes,
  endpoints: () => ({}),
});
