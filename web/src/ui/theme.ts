/**
 * The identity of Callup in one place: every colour of both themes.
 *
 * The build turns `palettes` into CSS variables (`--ink`, `--money`, …) and
 * `antdTheme` into antd's static style sheet; nothing else in the app names a
 * colour. Sizes and type live beside it in `tokens.css`.
 */

export type Scheme = 'light' | 'dark';

/** CSS variable name (without dashes) to colour. */
export interface Palette {
  ink: string;
  'ink-2': string;
  'ink-3': string;
  paper: string;
  card: string;
  raised: string;
  line: string;
  'line-2': string;
  'line-3': string;
  /** The edge of an outlined button. */
  edge: string;
  money: string;
  'money-2': string;
  'money-3': string;
  time: string;
  'time-2': string;
  'time-3': string;
  materials: string;
  'materials-2': string;
  'materials-3': string;
  /** Terracotta dark enough for small text on the paper and on its own tint. */
  'materials-ink': string;
  action: string;
  'action-hover': string;
  'on-action': string;
  danger: string;
  'danger-3': string;
  notice: string;
  'notice-3': string;
  focus: string;
  veil: string;
}

export const palettes: Record<Scheme, Palette> = {
  light: {
    ink: '#1B1F1D',
    'ink-2': '#56605B',
    'ink-3': '#6B746F',
    paper: '#FBFAF6',
    card: '#FFFFFF',
    raised: '#FFFFFF',
    line: '#E6E3DA',
    'line-2': '#F0EDE5',
    'line-3': '#8B887C',
    edge: '#CFCBBF',
    money: '#0E7C5A',
    'money-2': '#BFE3D3',
    'money-3': '#E8F5EF',
    time: '#3B5BDB',
    'time-2': '#C9D3FA',
    'time-3': '#EEF1FE',
    materials: '#C2570C',
    'materials-2': '#F6D2B3',
    'materials-3': '#FDF1E6',
    'materials-ink': '#A84A08',
    action: '#0E7C5A',
    'action-hover': '#0B6A4D',
    'on-action': '#FFFFFF',
    danger: '#B42318',
    'danger-3': '#FDECEA',
    notice: '#7A5A00',
    'notice-3': '#FBF3DC',
    focus: '#1B1F1D',
    veil: 'rgb(27 31 29 / 45%)',
  },
  dark: {
    ink: '#ECEBE4',
    'ink-2': '#A9B2AC',
    'ink-3': '#8F9993',
    paper: '#131715',
    card: '#1A1F1C',
    raised: '#2B322E',
    line: '#2C332F',
    'line-2': '#242A27',
    'line-3': '#77817B',
    edge: '#46504A',
    money: '#4CC096',
    'money-2': '#1F5A45',
    'money-3': '#162B23',
    time: '#8FA5FF',
    'time-2': '#36458F',
    'time-3': '#20284A',
    materials: '#F09A57',
    'materials-2': '#7A4520',
    'materials-3': '#30221A',
    'materials-ink': '#F09A57',
    action: '#4CC096',
    'action-hover': '#67CFA9',
    'on-action': '#08231A',
    danger: '#FF8A7E',
    'danger-3': '#3A1E1B',
    notice: '#E5C46B',
    'notice-3': '#332B14',
    focus: '#ECEBE4',
    veil: 'rgb(0 0 0 / 60%)',
  },
};

/** Category slugs of the one taxonomy, with the three hues (degrees) a generated cover is tinted with. */
export const categoryHues = {
  medical: [350, 12, 320],
  education: [228, 196, 265],
  emergency: [8, 24, 40],
  community: [158, 228, 24],
  environment: [140, 165, 90],
  health: [176, 340, 200],
  sports: [200, 158, 45],
  animals: [35, 18, 85],
  business: [215, 245, 35],
  nonprofit: [262, 320, 158],
  other: [95, 40, 190],
} as const satisfies Record<string, readonly [number, number, number]>;

/** Hues (degrees) an initials avatar may take. */
export const avatarHues = [158, 226, 22, 195, 265, 340, 45, 120] as const;

/** antd's seed tokens for a scheme; `scripts/theme-css.ts` renders them to static CSS. */
export function antdTokens(scheme: Scheme) {
  const p = palettes[scheme];
  return {
    colorPrimary: p.action,
    colorInfo: p.time,
    colorSuccess: p.money,
    colorWarning: p.materials,
    colorError: p.danger,
    colorLink: p.action,
    colorTextBase: p.ink,
    colorBgBase: p.card,
    colorBgContainer: p.card,
    colorBgElevated: p.card,
    colorBgLayout: p.paper,
    colorBorder: p['line-3'],
    colorBorderSecondary: p.line,
    colorText: p.ink,
    colorTextSecondary: p['ink-2'],
    colorTextTertiary: p['ink-3'],
    colorTextPlaceholder: p['ink-3'],
    colorTextLightSolid: p['on-action'],
    fontFamily: 'var(--font-text)',
    fontSize: 16,
    borderRadius: 12,
    controlHeight: 48,
    controlHeightSM: 44,
    controlHeightLG: 52,
    wireframe: false,
    boxShadow: 'none',
    boxShadowSecondary: `0 0 0 1px ${p.line}`,
    motionDurationMid: '0.16s',
    motionDurationSlow: '0.2s',
  };
}

/** antd's CSS-variable scope: `AntdTheme` puts this class on what it wraps. */
export const antdScope = 'callup';

/**
 * antd components the app may use: only their rules are in the static sheet.
 * Modal and Drawer are not among them: they write style tags to lock scrolling,
 * which the content security policy forbids. `ui/Dialog` takes their place.
 */
export const antdComponents = ['DatePicker'] as const;
