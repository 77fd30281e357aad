// Generated from openapi.json by `npm run generate`; change the server, not this file.
import { baseApi as api } from "../baseApi";
import { withRules } from "../rules";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    deleteComment: build.mutation<
      DeleteCommentApiResponse,
      DeleteCommentApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/delete-comment`,
        method: "POST",
        body: queryArg.commentBody,
      }),
    }),
    deletePost: build.mutation<DeletePostApiResponse, DeletePostApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/delete-post`,
        method: "POST",
        body: queryArg.postBody,
      }),
    }),
    editComment: build.mutation<EditCommentApiResponse, EditCommentApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/edit-comment`,
        method: "POST",
        body: queryArg.editCommentBody,
      }),
    }),
    editPost: build.mutation<EditPostApiResponse, EditPostApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/edit-post`,
        method: "POST",
        body: queryArg.editPostBody,
      }),
    }),
    removeComment: build.mutation<
      RemoveCommentApiResponse,
      RemoveCommentApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/remove-comment`,
        method: "POST",
        body: queryArg.removeCommentBody,
      }),
    }),
    removePost: build.mutation<RemovePostApiResponse, RemovePostApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/remove-post`,
        method: "POST",
        body: queryArg.removePostBody,
      }),
    }),
    toggleCommentLike: build.mutation<
      ToggleCommentLikeApiResponse,
      ToggleCommentLikeApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/toggle-comment-like`,
        method: "POST",
        body: queryArg.toggleCommentLikeBody,
      }),
    }),
    toggleReaction: build.mutation<
      ToggleReactionApiResponse,
      ToggleReactionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/commands/toggle-reaction`,
        method: "POST",
        body: queryArg.toggleReactionBody,
      }),
    }),
    writeComment: build.mutation<WriteCommentApiResponse, WriteCommentApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/write-comment`,
        method: "POST",
        body: queryArg.writeCommentBody,
      }),
    }),
    writePost: build.mutation<WritePostApiResponse, WritePostApiArg>({
      query: (queryArg) => ({
        url: `/api/commands/write-post`,
        method: "POST",
        body: queryArg.writePostBody,
      }),
    }),
    feed: build.query<FeedApiResponse, FeedApiArg>({
      query: (queryArg) => ({
        url: `/api/feed`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    feedNews: build.query<FeedNewsApiResponse, FeedNewsApiArg>({
      query: () => ({ url: `/api/feed/news` }),
    }),
    pagePublications: build.query<
      PagePublicationsApiResponse,
      PagePublicationsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/pages/${queryArg.id}/publications`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    post: build.query<PostApiResponse, PostApiArg>({
      query: (queryArg) => ({ url: `/api/posts/${queryArg.id}` }),
    }),
    postComments: build.query<PostCommentsApiResponse, PostCommentsApiArg>({
      query: (queryArg) => ({
        url: `/api/posts/${queryArg.id}/comments`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
    postReactions: build.query<PostReactionsApiResponse, PostReactionsApiArg>({
      query: (queryArg) => ({
        url: `/api/posts/${queryArg.id}/reactions`,
        params: {
          limit: queryArg.limit,
          cursor: queryArg.cursor,
        },
      }),
    }),
  }),
  overrideExisting: false,
});
export const feedApi = withRules(injectedRtkApi, {
  deleteComment: 'command',
  deletePost: 'command',
  editComment: 'command',
  editPost: 'command',
  removeComment: 'command',
  removePost: 'command',
  toggleCommentLike: 'command',
  toggleReaction: 'command',
  writeComment: 'command',
  writePost: 'command',
  feed: { reads: {"items":true,"kind":"feed-item","topic":"feed","search":["limit","cursor"]} },
  feedNews: { reads: {"kind":"feed-news","topic":"feed-news","search":[]} },
  pagePublications: { reads: {
    "kind":"page-publications",
    "refetch":true,
    "topic":"page-publications/{id}",
    "search":["limit","cursor"]
  } },
  post: { reads: {"kind":"post","refetch":true,"topic":"post/{id}","search":[]} },
  postComments: { reads: {"kind":"post-comments","refetch":true,"topic":"post-comments/{id}","search":["limit","cursor"]} },
  postReactions: { reads: {"kind":"post-reactions","refetch":true,"topic":"post-reactions/{id}","search":["limit","cursor"]} },
});
export type DeleteCommentApiResponse = /** status 200 OK */ Done;
export type DeleteCommentApiArg = {
  commentBody: CommentBody;
};
export type DeletePostApiResponse = /** status 200 OK */ Done;
export type DeletePostApiArg = {
  postBody: PostBody;
};
export type EditCommentApiResponse = /** status 200 OK */ Done;
export type EditCommentApiArg = {
  editCommentBody: EditCommentBody;
};
export type EditPostApiResponse = /** status 200 OK */ Done;
export type EditPostApiArg = {
  editPostBody: EditPostBody;
};
export type RemoveCommentApiResponse = /** status 200 OK */ Done;
export type RemoveCommentApiArg = {
  removeCommentBody: RemoveCommentBody;
};
export type RemovePostApiResponse = /** status 200 OK */ Done;
export type RemovePostApiArg = {
  removePostBody: RemovePostBody;
};
export type ToggleCommentLikeApiResponse = /** status 200 OK */ Done;
export type ToggleCommentLikeApiArg = {
  toggleCommentLikeBody: ToggleCommentLikeBody;
};
export type ToggleReactionApiResponse = /** status 200 OK */ Done;
export type ToggleReactionApiArg = {
  toggleReactionBody: ToggleReactionBody;
};
export type WriteCommentApiResponse = /** status 200 OK */ WriteCommentAnswer;
export type WriteCommentApiArg = {
  writeCommentBody: WriteCommentBody;
};
export type WritePostApiResponse = /** status 200 OK */ WritePostAnswer;
export type WritePostApiArg = {
  writePostBody: WritePostBody;
};
export type FeedApiResponse = /** status 200 OK */ FeedPage;
export type FeedApiArg = {
  limit?: number;
  cursor?: string;
};
export type FeedNewsApiResponse = /** status 200 OK */ FeedNews;
export type FeedNewsApiArg = void;
export type PagePublicationsApiResponse = /** status 200 OK */ FeedPage;
export type PagePublicationsApiArg = {
  id: string;
  limit?: number;
  cursor?: string;
};
export type PostApiResponse = /** status 200 OK */ FeedPost;
export type PostApiArg = {
  id: string;
};
export type PostCommentsApiResponse = /** status 200 OK */ ListPostComment;
export type PostCommentsApiArg = {
  id: string;
  limit?: number;
  cursor?: string;
};
export type PostReactionsApiResponse = /** status 200 OK */ ListPostReaction;
export type PostReactionsApiArg = {
  id: string;
  limit?: number;
  cursor?: string;
};
export type Done = {
  /** Send it back as Read-After to read what this command changed */
  position: string;
};
export type FieldError = {
  /** Values the translated text may name, such as a limit */
  args?: {
    [key: string]: any;
  };
  /** Stable, snake_case; translate by this */
  code: string;
  /** One English sentence */
  detail: string;
  /** As named in the request, e.g. goals[0].amount */
  field: string;
};
export type Problem = {
  /** Values the translated text may name, such as a limit */
  args?: {
    [key: string]: any;
  };
  /** Stable, snake_case; translate by this */
  code: string;
  /** One English sentence for people who read answers, not for screens */
  detail: string;
  /** One entry per field that needs attention */
  errors?: FieldError[];
  /** Name this when asking for help */
  request_id?: string;
  /** The HTTP status */
  status: number;
  /** The HTTP status in words */
  title: string;
  /** Always about:blank: the code says what happened (RFC 9457 section 4.2.1) */
  type: string;
};
export type CommentBody = {
  comment_id: string;
};
export type PostBody = {
  post_id: string;
};
export type EditCommentBody = {
  comment_id: string;
  /** Of the words */
  lang: "en" | "fr" | "es";
  /** Up to 2000 characters, without markup */
  text: string;
};
export type EditPostBody = {
  /** When the words that it replaces were said: edited_at, else at; refused as post_changed when they changed since */
  builds_on?: string;
  /** Of the words */
  lang: "en" | "fr" | "es";
  post_id: string;
  /** Up to 5000 characters, without markup */
  text: string;
};
export type RemoveCommentBody = {
  comment_id: string;
  /** Up to 500 characters, shown to its author alone */
  reason: string;
};
export type RemovePostBody = {
  post_id: string;
  /** Up to 500 characters, shown to its author alone */
  reason: string;
};
export type ToggleCommentLikeBody = {
  comment_id: string;
  /** What is to hold */
  liked: boolean;
};
export type ToggleReactionBody = {
  /** What is to hold; empty takes back what was felt */
  kind: "" | "like" | "love" | "laugh";
  post_id: string;
};
export type WriteCommentAnswer = {
  comment_id: string;
  /** Send it back as Read-After to read what this command changed */
  position: string;
};
export type WriteCommentBody = {
  /** Of the words */
  lang: "en" | "fr" | "es";
  /** The comment to which it replies, which is no reply itself */
  parent_id?: string;
  post_id: string;
  /** Up to 2000 characters, without markup */
  text: string;
};
export type WritePostAnswer = {
  /** Send it back as Read-After to read what this command changed */
  position: string;
  post_id: string;
};
export type PostUpload = {
  /** What a photo shows, for whoever can't see it: up to 300 characters */
  alt?: string;
  kind: "photo" | "video" | "audio";
  /** Its name, as POST /api/uploads/post-{kind} answered it */
  upload: string;
};
export type WritePostBody = {
  /** Up to 10, in the order in which they are shown */
  files?: PostUpload[];
  /** Of the words */
  lang: "en" | "fr" | "es";
  /** A page that the member edits, as which it is written */
  page_id?: string;
  /** A post that is shown below the words; of one that shares itself, what it shares */
  shared_id?: string;
  /** Up to 5000 characters, without markup; may be empty beside files or a post that is shared */
  text: string;
};
export type FeedAuthor = {
  /** Where their picture lies; absent without one */
  avatar?: string;
  /** The member; absent when they left */
  id?: string;
  /** Display name; empty when they left */
  name: string;
};
export type PostFile = {
  /** What a photo shows; may be empty */
  alt: string;
  /** What stands there until a photo is loaded: a data: address; empty of other files */
  blur: string;
  kind: "photo" | "video" | "audio";
  /** Its files lie below /media/post-{kind}/{upload} */
  upload: string;
};
export type PostPage = {
  id: string;
  /** BCP 47 tag of the name */
  lang: string;
  /** Where its picture lies; empty without one */
  logo: string;
  name: string;
  /** A moderator has checked whom it speaks for */
  verified: boolean;
};
export type SharedPost = {
  /** When it was posted */
  at?: string;
  /** Nobody where a page is the author */
  author: FeedAuthor;
  /** When its words changed last */
  edited_at?: string;
  /** What it shows, in order */
  files: PostFile[];
  /** It was deleted or removed, or the page that wrote it is closed: nothing else is told of it */
  gone: boolean;
  id: string;
  /** BCP 47 tag of the text */
  lang: string;
  /** As which it was written; absent where a member is the author */
  page?: PostPage;
  /** Without markup */
  text: string;
};
export type FeedItem = {
  /** When it was posted */
  at: string;
  /** Nobody where a page is the author */
  author: FeedAuthor;
  /** Of an update */
  campaign_id?: string;
  campaign_lang: string;
  campaign_slug: string;
  /** Empty where its words were erased */
  campaign_title: string;
  /** Replies included; of a post */
  comments: number;
  /** It was deleted after it had been read: such an item is pushed alone, without words */
  deleted: boolean;
  /** When its words changed last */
  edited_at?: string;
  /** What a post shows, in order */
  files: PostFile[];
  id: string;
  kind: "post" | "update" | "milestone";
  /** BCP 47 tag of title and text */
  lang: string;
  laughs: number;
  /** People, as in loves and laughs; of a post */
  likes: number;
  loves: number;
  /** Of a milestone: what of the campaign's goals was reached */
  need?: "money" | "time" | "materials";
  /** What a post shares, as it is now; absent of one that shares nothing */
  original?: SharedPost;
  /** As which a post was written; absent where a member is the author */
  page?: PostPage;
  /** Of a milestone: how much of that goal */
  percent?: number;
  /** People who share it; of a post */
  shares: number;
  /** Without markup */
  text: string;
  /** Of an update */
  title: string;
};
export type FeedPage = {
  /** Posts of this page that the reader may change because they edit the page that wrote them */
  edits: string[];
  items: FeedItem[];
  /** What the reader feels about posts of this page, by their ids: like, love or laugh */
  mine: {
    [key: string]: string;
  };
  /** The cursor of the next page; empty at the end */
  next: string;
};
export type Posted = {
  at: string;
  /** The member */
  author: string;
  id: string;
};
export type FeedNews = {
  /** The newest twenty */
  items: Posted[];
};
export type FeedPost = {
  /** The reader may change it because they edit the page that wrote it */
  edits: boolean;
  item: FeedItem;
  /** What the reader feels about it; empty for nothing */
  mine: "" | "like" | "love" | "laugh";
};
export type PostReply = {
  /** When it was written */
  at: string;
  author: FeedAuthor;
  /** When its words changed last */
  edited_at?: string;
  id: string;
  /** BCP 47 tag of the text; empty where it was deleted */
  lang: string;
  /** The reader is one of them */
  liked: boolean;
  /** People */
  likes: number;
  /** Without markup; empty where it was deleted */
  text: string;
};
export type PostComment = {
  /** When it was written */
  at: string;
  author: FeedAuthor;
  /** When its words changed last */
  edited_at?: string;
  id: string;
  /** BCP 47 tag of the text; empty where it was deleted */
  lang: string;
  /** The reader is one of them */
  liked: boolean;
  /** People */
  likes: number;
  /** The oldest first, without those that were deleted */
  replies: PostReply[];
  /** Without markup; empty where it was deleted */
  text: string;
};
export type ListPostComment = {
  items: PostComment[];
  /** There are more than total says: counting ended there */
  more?: boolean;
  /** The cursor of the next page; empty at the end */
  next: string;
  /** How many there are over all pages */
  total: number;
};
export type PostReaction = {
  /** When they reacted, or changed their reaction */
  at: string;
  kind: "like" | "love" | "laugh";
  member: FeedAuthor;
};
export type ListPostReaction = {
  items: PostReaction[];
  /** There are more than total says: counting ended there */
  more?: boolean;
  /** The cursor of the next page; empty at the end */
  next: string;
  /** How many there are over all pages */
  total: number;
};
export const {
  useDeleteCommentMutation,
  useDeletePostMutation,
  useEditCommentMutation,
  useEditPostMutation,
  useRemoveCommentMutation,
  useRemovePostMutation,
  useToggleCommentLikeMutation,
  useToggleReactionMutation,
  useWriteCommentMutation,
  useWritePostMutation,
  useFeedQuery,
  useLazyFeedQuery,
  useFeedNewsQuery,
  useLazyFeedNewsQuery,
  usePagePublicationsQuery,
  useLazyPagePublicationsQuery,
  usePostQuery,
  useLazyPostQuery,
  usePostCommentsQuery,
  useLazyPostCommentsQuery,
  usePostReactionsQuery,
  useLazyPostReactionsQuery,
} = injectedRtkApi;
