import type { baseApi } from '@/api/baseApi';
import { messagesApi } from '@/api/generated/messages';
import { keepLive } from '@/api/live';

const rule = { topic: 'messages', kind: 'my-threads', refetch: true, search: [] } as const;

interface Endpoint {
  onCacheEntryAdded?: ReturnType<typeof keepLive>;
}

/*
 * What changes in a conversation changes the reader's row in the list of them, which is what is pushed: the conversation on
 * screen is read anew with it. A push of its own would tell who wrote that the other looks at a request.
 */
(messagesApi as unknown as typeof baseApi).enhanceEndpoints({
  endpoints: {
    thread: (endpoint: Endpoint) => {
      endpoint.onCacheEntryAdded = keepLive(rule, (args) => !(args as { cursor?: string }).cursor);
    },
  },
});

export {
  useAnswerMessageRequestMutation,
  useLazyThreadQuery,
  useMuteThreadMutation,
  useMyThreadsQuery,
  useReadThreadMutation,
  useSendMessageMutation,
  useThreadQuery,
} from '@/api/generated/messages';
