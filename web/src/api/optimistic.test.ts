import { describe, expect, it } from 'vitest';
import { createTestStore } from '@/test/renderApp';
import type { LiveContext } from './live';
import { baseApi } from './baseApi';
import { optimistic } from './optimistic';
import { cacheKey, createShownPositions } from './shown';

interface Post {
  liked: boolean;
  likes: number;
}

const posts = baseApi.injectEndpoints({
  endpoints: (build) => ({ post: build.query<Post, { id: string }>({ query: ({ id }) => `/api/posts/${id}` }) }),
});

const like = optimistic((id: string) => [
  {
    endpoint: 'post',
    args: { id },
    recipe: (post: Post) => {
      post.liked = !post.liked;
      post.likes += post.liked ? 1 : -1;
    },
  },
]);

async function pressed() {
  const store = createTestStore();
  const shown = createShownPositions();
  shown.put(cacheKey('post', { id: 'p' }), '10');
  await store.dispatch(posts.util.upsertQueryData('post', { id: 'p' }, { liked: false, likes: 4 }));
  let accept: () => void = () => undefined;
  let refuse: () => void = () => undefined;
  const queryFulfilled = new Promise<void>((resolve, reject) => {
    accept = resolve;
    refuse = () => reject(new Error('refused'));
  });
  const extra: Pick<LiveContext, 'shown'> = { shown };
  const done = like('p', { extra, queryFulfilled, dispatch: (action) => store.dispatch(action as never) });
  const now = () => posts.endpoints.post.select({ id: 'p' })(store.getState()).data;
  const push = (post: Post) => {
    store.dispatch(posts.util.updateQueryData('post', { id: 'p' }, () => post));
    shown.put(cacheKey('post', { id: 'p' }), '11');
  };
  return { now, push, accept, refuse, done };
}

describe('optimistic', () => {
  it('shows a change before it is done', async () => {
    const { now, accept, done } = await pressed();
    expect(now()).toEqual({ liked: true, likes: 5 });
    accept();
    await done;
    expect(now()).toEqual({ liked: true, likes: 5 });
  });

  it('takes back what was refused', async () => {
    const { now, refuse, done } = await pressed();
    refuse();
    await done;
    expect(now()).toEqual({ liked: false, likes: 4 });
  });

  it('leaves the server’s own word, which came meanwhile', async () => {
    const { now, push, refuse, done } = await pressed();
    push({ liked: false, likes: 9 });
    refuse();
    await done;
    expect(now()).toEqual({ liked: false, likes: 9 });
  });
});
