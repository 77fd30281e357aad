import { blocksApi } from '@/api/generated/blocks';

/*
 * Whoever is blocked is told nothing, so that no push says what to leave out: all that is on screen is read anew.
 */
blocksApi.enhanceEndpoints({
  endpoints: {
    blockMember: { invalidatesTags: ['Answer', 'Live'] },
    unblockMember: { invalidatesTags: ['Answer', 'Live'] },
  },
});

export { useBlockMemberMutation, useMyBlocksQuery, useUnblockMemberMutation } from '@/api/generated/blocks';
