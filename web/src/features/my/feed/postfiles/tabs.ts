/** What a post is written with. */
export type ComposeTab = 'text' | 'media' | 'audio';
