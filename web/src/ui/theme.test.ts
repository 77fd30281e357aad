import { describe, expect, it } from 'vitest';
import { type Palette, palettes, type Scheme } from './theme';

type Rgb = [number, number, number];

function rgb(hex: string): Rgb {
  const parts = /^#(..)(..)(..)$/.exec(hex);
  if (!parts) throw new Error(`not an opaque colour: ${hex}`);
  return [1, 2, 3].map((index) => Number.parseInt(parts[index] ?? '', 16)) as Rgb;
}

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [r, g, b] = rgb(hex).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const schemes: Scheme[] = ['light', 'dark'];
const text: Array<[keyof Palette, Array<keyof Palette>]> = [
  ['ink', ['paper', 'card', 'line-2', 'notice-3', 'danger-3']],
  ['ink-2', ['paper', 'card', 'line-2']],
  ['ink-3', ['paper', 'card']],
  ['money', ['card', 'money-3', 'paper', 'raised']],
  ['time', ['card', 'time-3', 'paper', 'raised']],
  ['materials-ink', ['card', 'materials-3', 'paper', 'raised']],
  ['on-action', ['action', 'action-hover']],
  ['danger', ['card', 'paper', 'danger-3']],
  ['notice', ['notice-3']],
  ['paper', ['ink']],
];

describe.each(schemes)('the %s palette', (scheme) => {
  const palette = palettes[scheme];
  const pairs = text.flatMap(([front, backs]) => backs.map((back) => [front, back] as const));

  it.each(pairs)('%s reads on %s', (front, back) => {
    expect(contrast(palette[front], palette[back])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['money', 'time', 'materials', 'line-3'] as const)('%s stands out from the card and the paper as a shape', (front) => {
    expect(contrast(palette[front], palette.card)).toBeGreaterThanOrEqual(3);
    expect(contrast(palette[front], palette.paper)).toBeGreaterThanOrEqual(3);
  });
});

describe('colours', () => {
  const sources = import.meta.glob<string>(['../**/*.css', '../**/*.tsx', '!../**/*.test.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  });

  it('are named in the theme only', () => {
    const found = Object.entries(sources).flatMap(([file, source]) =>
      [...source.matchAll(/#[0-9a-f]{3,8}\b(?!['"]?>)|\brgba?\(/gi)].map(([colour]) => `${file}: ${colour}`),
    );
    expect(found.filter((line) => !/#(how|main)\b/.test(line))).toEqual([]);
  });
});
