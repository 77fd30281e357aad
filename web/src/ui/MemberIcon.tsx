import { Glyph, Icon, type IconName, type Look } from './Icon';

/** Icons of members' pages alone: what anyone reads does not load them. */
const shapes = {
  home: 'M4 11.5 12 5l8 6.5V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z',
  compass: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M15.5 8.5l-2 5-5 2 2-5z',
  person: 'M15.5 8.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0M5 19.5c.5-3.5 3.3-5.5 7-5.5s6.5 2 7 5.5',
  bell: 'M6 17h12c-1.2-1.3-1.7-2.6-1.7-6a4.3 4.3 0 0 0-8.6 0c0 3.4-.5 4.7-1.7 6zM10 20h4M12 4.5v2',
  building: 'M5 20.5v-16h9v16M14 9.5h5v11M3.5 20.5h17M8 8h3M8 12h3M8 16h3',
  flag: 'M6 20.5v-16h11.5L15 9l2.5 4.5H6',
  gear:
    'M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0M12 3.5v2.5M12 18v2.5M3.5 12H6M18 12h2.5' +
    'M6 6l1.8 1.8M16.2 16.2 18 18M6 18l1.8-1.8M16.2 7.8 18 6',
  message: 'M4.5 5.5h15v11H10l-4 3.5v-3.5H4.5z',
  send: 'M4 11.5 20 4.5l-5.5 15-3-6.5zM11.5 13 20 4.5',
  more: 'M6 12v.01M12 12v.01M18 12v.01',
  block: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M6 6l12 12',
  bellOff: 'M6 17h12c-1.2-1.3-1.7-2.6-1.7-6a4.3 4.3 0 0 0-8.6 0c0 3.4-.5 4.7-1.7 6zM10 20h4M4 4l16 16',
  sidebar: 'M4 5.5h16v13H4zM9.5 5.5v13',
} as const;

export type MemberIconName = keyof typeof shapes | IconName;

const isOwn = (name: MemberIconName): name is keyof typeof shapes => name in shapes;

/** An icon on a member's page: one of those that every page has, or of its own. */
export function MemberIcon({ name, ...look }: Look & { name: MemberIconName }) {
  return isOwn(name) ? <Glyph path={shapes[name]} {...look} /> : <Icon name={name} {...look} />;
}
