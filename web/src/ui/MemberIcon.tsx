import { Glyph, Icon, type IconName, type Look } from './Icon';

/** Icons of members' pages alone: what anyone reads does not load them. */
const shapes = {
  home: 'M4 11.5 12 5l8 6.5V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z',
  compass: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M15.5 8.5l-2 5-5 2 2-5z',
  person: 'M15.5 8.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0M5 19.5c.5-3.5 3.3-5.5 7-5.5s6.5 2 7 5.5',
  sidebar: 'M4 5.5h16v13H4zM9.5 5.5v13',
} as const;

export type MemberIconName = keyof typeof shapes | IconName;

const isOwn = (name: MemberIconName): name is keyof typeof shapes => name in shapes;

/** An icon on a member's page: one of those that every page has, or of its own. */
export function MemberIcon({ name, ...look }: Look & { name: MemberIconName }) {
  return isOwn(name) ? <Glyph path={shapes[name]} {...look} /> : <Icon name={name} {...look} />;
}
