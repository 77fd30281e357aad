import { api } from '@/api/endpoints';

/** What the page after a payment reads and does. */
export const { useDonationQuery, useCancelDonationMutation } = api;
