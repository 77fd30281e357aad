import type { CreatePageBody } from '@/api/generated/pages';

export const kinds = ['company', 'community', 'nonprofit', 'startup'] as const;

/** What a page says. */
export type Values = Required<Omit<CreatePageBody, 'lang'>>;
