import type { baseApi } from '@/api/baseApi';
import { type FeedItem, type FeedPage, feedApi, type ListPostComment, type ToggleReactionBody } from '@/api/generated/feed';
import type { Change } from '@/api/optimistic';
import { showAtOnce } from '@/api/optimistic';

/** The arguments of what is on screen: one presses in one page of a list, and which one that is a command does not say. */
const feedPages = new Set<string>();
const publicationPages = new Set<string>();
const commentPages = new Set<string>();

function remember(pages: Set<string>) {
  return (args: object) => {
    const key = JSON.stringify(args);
    pages.add(key);
    return () => void pages.delete(key);
  };
}

/** Has a page of the feed, or of comments, show at once what is pressed in it, until it is taken off the screen. */
export const feedIsShown = remember(feedPages);
export const publicationsAreShown = remember(publicationPages);
export const commentsAreShown = remember(commentPages);

interface Here {
  readonly ids: ReadonlySet<string>;
  /** How many are on their way: what is pushed of one may come before its answer. */
  readonly sending: number;
}

let here: Here = { ids: new Set(), sending: 0 };
const hearers = new Set<() => void>();

function change(to: Here): void {
  here = to;
  for (const hear of hearers) hear();
}

/** Remembers that a post is written here: what the member writes on another device is new here. */
export async function writingHere<Written extends { post_id: string }>(sent: Promise<Written>): Promise<Written> {
  change({ ...here, sending: here.sending + 1 });
  let id: string | undefined;
  try {
    const written = await sent;
    id = written.post_id;
    return written;
  } finally {
    change({ ids: id ? new Set([...here.ids, id]) : here.ids, sending: here.sending - 1 });
  }
}

export function writtenHere(): Here {
  return here;
}

export function onWrittenHere(hear: () => void): () => void {
  hearers.add(hear);
  return () => void hearers.delete(hear);
}

const lookers = new Set<() => Promise<void>>();

/** Has the feed forget what it gathered while one looked: whose words are shown has changed. */
export function lookAgain(): void {
  for (const look of lookers) void look();
}

export function onLook(look: () => Promise<void>): () => void {
  lookers.add(look);
  return () => void lookers.delete(look);
}

const counted = { like: 'likes', love: 'loves', laugh: 'laughs' } as const;
export type Reaction = keyof typeof counted;

export function isReaction(kind: string | undefined): kind is Reaction {
  return kind !== undefined && kind in counted;
}

/** What somebody feels about a post, in a page that shows it. */
export function feel(page: Pick<FeedPage, 'items' | 'mine'>, { post_id: id, kind }: ToggleReactionBody): void {
  const post = page.items.find((item) => item.id === id);
  const before = page.mine[id];
  if (!post || (before ?? '') === kind) return;
  if (isReaction(before)) post[counted[before]] -= 1;
  if (kind === '') delete page.mine[id];
  else {
    post[counted[kind]] += 1;
    page.mine[id] = kind;
  }
}

/** A post, and what somebody feels about it, as it is once they feel what they wish; as it is where they wish nothing. */
export function wishedFor(post: FeedItem, mine: Reaction | undefined, kind: Reaction | '' | undefined) {
  if (kind === undefined) return { post, mine };
  const copy = { ...post };
  feel({ items: [copy], mine: mine ? { [post.id]: mine } : {} }, { post_id: post.id, kind });
  return { post: copy, mine: kind || undefined };
}

function everywhere(endpoint: string, pages: Set<string>, recipe: (draft: never) => void): Change[] {
  return [...pages].map((args) => ({ endpoint, args: JSON.parse(args) as unknown, recipe }));
}

showAtOnce(feedApi, 'toggleReaction', ({ toggleReactionBody }: { toggleReactionBody: ToggleReactionBody }) => {
  const recipe = (page: FeedPage) => feel(page, toggleReactionBody);
  return [...everywhere('feed', feedPages, recipe), ...everywhere('pagePublications', publicationPages, recipe)];
});

interface Liking {
  toggleCommentLikeBody: { comment_id: string; liked: boolean };
}

showAtOnce(feedApi, 'toggleCommentLike', ({ toggleCommentLikeBody: { comment_id: id, liked } }: Liking) =>
  everywhere('postComments', commentPages, ({ items }: ListPostComment) => {
    const comment = items.flatMap((one) => [one, ...one.replies]).find((one) => one.id === id);
    if (!comment || comment.liked === liked) return;
    comment.liked = liked;
    comment.likes += liked ? 1 : -1;
  }),
);

/** Has a command be sent to its end also where the page is left meanwhile, as far as the browser can. */
function outlivePage(command: 'deletePost' | 'deleteComment'): void {
  const enhance = (endpoint: { query?: (arg: never) => object }) => {
    const { query } = endpoint;
    endpoint.query = (arg) => ({ ...query?.(arg), keepalive: true });
  };
  (feedApi as typeof baseApi).enhanceEndpoints({ endpoints: { [command]: enhance } });
}
// They wait for a while whether they are undone, and are sent when the page is left.
outlivePage('deletePost');
outlivePage('deleteComment');

export { useToggleCommentLikeMutation, useToggleReactionMutation } from '@/api/generated/feed';
