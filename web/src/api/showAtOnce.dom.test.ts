import { expect, it, vi } from 'vitest';
import { createTestStore } from '@/test/renderApp';
import { serve } from '@/test/server';
import { baseApi } from './baseApi';
import { showAtOnce } from './optimistic';
import { withRules } from './rules';

interface Post {
  liked: boolean;
  likes: number;
}

it('leaves to a command what every command does besides', async () => {
  const sent = serve({
    '/api/posts/q': [{ body: { liked: false, likes: 4 } }, { body: { liked: true, likes: 7 } }],
    '/api/commands/like': { body: { position: '12' } },
  });
  const api = withRules(
    baseApi.injectEndpoints({
      endpoints: (build) => ({
        post: build.query<Post, { id: string }>({ query: ({ id }) => `/api/posts/${id}` }),
        like: build.mutation<unknown, { id: string }>({
          query: (body) => ({ url: '/api/commands/like', method: 'POST', body }),
        }),
      }),
    }),
    { post: { reads: true }, like: 'command' },
  );
  const shown: Post[] = [];
  showAtOnce(api, 'like', (args: { id: string }) => [
    {
      endpoint: 'post',
      args,
      recipe: (post: Post) => {
        post.liked = true;
        post.likes += 1;
      },
    },
  ]);
  const store = createTestStore();
  const select = api.endpoints.post.select({ id: 'q' });
  const watching = store.dispatch(api.endpoints.post.initiate({ id: 'q' }));
  await watching;
  store.subscribe(() => {
    const { data } = select(store.getState());
    if (data && data !== shown.at(-1)) shown.push(data);
  });
  await store.dispatch(api.endpoints.like.initiate({ id: 'q' }));
  await vi.waitFor(() => expect(shown.at(-1)).toEqual({ liked: true, likes: 7 }));
  expect(shown[0]).toEqual({ liked: true, likes: 5 });
  expect(sent.map(({ path }) => path)).toEqual(['/api/posts/q', '/api/commands/like', '/api/posts/q']);
  watching.unsubscribe();
});
