import { Glyph, type Look } from '@/ui/Icon';

/** Drawings of the feed alone. */
const shapes = {
  like: 'M7.5 11v8.5H4V11zM7.5 11l4-7.5a2 2 0 0 1 2 2V9.500h5a1.6 1.6 0 0 1 1.6 1.900l-1.3 6.600a2 2 0 0 1-2 1.500H7.5',
  love: 'M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7.3 4.3 4.3 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10z',
  laugh: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M8 13.500a4 4 0 0 0 8 0zM9 9.500v.01M15 9.500v.01',
  comment: 'M4.5 5.500h15v11H10l-4 3.500v-3.500H4.500z',
  listen: 'M4 10v4h3.500l4.5 3.500v-11L7.5 10zM15.5 9a4 4 0 0 1 0 6M18 6.500a7.5 7.5 0 0 1 0 11',
  photo: 'M4 5h16v14H4zM4 16l4.500-4.500 4 4 2.500-2.500L20 18M9 9.500v.01',
  mic: 'M12 4a2.5 2.5 0 0 0-2.5 2.5v5a2.5 2.5 0 0 0 5 0v-5A2.5 2.5 0 0 0 12 4M6.5 11.5a5.5 5.5 0 0 0 11 0M12 17v3.5',
  block: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M6 6l12 12',
  more: 'M6 12v.01M12 12v.01M18 12v.01',
  edit: 'M5 19l1-4L16.5 4.500l3 3L9 18zM14 7l3 3',
  delete: 'M5 7h14M10 7V4.500h4V7M7 7l1 13h8l1-13M10.500 11v5M13.500 11v5',
  send: 'M4 11.5 20 4.500l-5.5 15-3-6.500zM11.5 13 20 4.5',
} as const;

export function FeedIcon({ name, ...look }: Look & { name: keyof typeof shapes }) {
  return <Glyph path={shapes[name]} {...look} />;
}
