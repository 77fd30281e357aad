import { classes } from './classes';

const shapes = {
  money: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M14.8 9.2a3.4 3.4 0 1 0 0 5.6M8 11h5M8 13.2h4.4',
  time: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M12 7.5V12l3 2',
  materials: 'M4 8.2 12 4l8 4.2v7.6L12 20l-8-4.2zM4 8.2l8 4.2 8-4.2M12 12.4V20',
  shield: 'M12 3.5 5 6v5.5c0 4.3 3 7.4 7 9 4-1.6 7-4.7 7-9V6zM9 12l2.2 2.2L15.2 10',
  share: 'M12 15V4m0 0L8 8m4-4 4 4M5 13v5.5A1.5 1.5 0 0 0 6.5 20h11a1.5 1.5 0 0 0 1.5-1.5V13',
  heart: 'M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7.3 4.3 4.3 0 0 1 19.5 10c0 5.4-7.5 10-7.5 10z',
  calendar: 'M4 6.5h16v13H4zM4 10.5h16M8 4v4M16 4v4',
  pin: 'M12 21s6.5-5.8 6.5-11a6.5 6.5 0 0 0-13 0c0 5.2 6.5 11 6.5 11zM14.3 10a2.3 2.3 0 1 1-4.6 0 2.3 2.3 0 0 1 4.6 0',
  search: 'M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0M16 16l4 4',
  check: 'M5 12.5 10 17.5 19 7.5',
  close: 'M6 6l12 12M18 6 6 18',
  menu: 'M4 7h16M4 12h16M4 17h16',
  plus: 'M12 5v14M5 12h14',
  down: 'M6 9.5l6 6 6-6',
  up: 'M6 14.5l6-6 6 6',
  left: 'M14.5 6l-6 6 6 6',
  warning: 'M12 4 3 19.5h18zM12 10v4.5M12 17v.01',
  info: 'M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0M12 11v5M12 8v.01',
  sun:
    'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21' +
    'M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5z',
  system: 'M4 5.5h16v10.5H4zM9 20h6M12 16v4',
  offline: 'M4 4l16 16M8.5 15.5a5 5 0 0 1 7 0M5.5 12.5a9 9 0 0 1 4.5-2.4M14 10.1a9 9 0 0 1 4.5 2.4M12 19v.01',
  refresh: 'M19 12a7 7 0 1 1-2-4.9M19 4v4h-4',
  people:
    'M12.5 8.5a3.2 3.2 0 1 1-6.4 0 3.2 3.2 0 0 1 6.4 0M3.5 19c.4-3.3 2.8-5 5.8-5s5.4 1.7 5.8 5' +
    'M15.5 5.6a3 3 0 0 1 0 5.8M17.5 14.3c1.7.7 2.8 2.3 3 4.7',
  mail: 'M3.5 6h17v12h-17zM3.5 7l8.5 6.5L20.5 7',
  signOut: 'M14 4.5H5.5v15H14M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5',
} as const;

export type IconName = keyof typeof shapes;

export interface Look {
  /** CSS pixels. */
  size?: number;
  className?: string;
}

/** A drawing in the manner of the icons. */
export function Glyph({ path, size = 20, className }: Look & { path: string }) {
  return (
    <svg className={classes('icon', className)} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** An icon beside words; it says nothing on its own, so assistive technology skips it. */
export function Icon({ name, ...look }: Look & { name: IconName }) {
  return <Glyph path={shapes[name]} {...look} />;
}
