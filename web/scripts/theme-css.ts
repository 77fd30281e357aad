/**
 * Vite plugin that serves two style sheets made from `src/ui/theme.ts`:
 * `virtual:palette.css` (both themes and the covers' tints as CSS variables) and `virtual:antd.css`
 * (antd's rules for the components in use, so that nothing inserts a style tag
 * at run time and the content security policy can stay strict).
 */
import { createElement, type ReactNode } from 'react';
import type { Plugin } from 'vite';
import {
  antdComponents,
  antdScope,
  antdTokens,
  avatarHues,
  categoryHues,
  palettes,
  type Palette,
  type Scheme,
} from '../src/ui/theme.ts';

const sheets = ['virtual:palette.css', 'virtual:antd.css'];

function variables(palette: Palette): string {
  return Object.entries(palette)
    .map(([name, value]) => `--${name}:${value};`)
    .join('');
}

function paletteSheet(): string {
  return [
    `:root{color-scheme:light;${variables(palettes.light)}}`,
    `:root[data-theme=dark]{color-scheme:dark;${variables(palettes.dark)}}`,
    ...avatarHues.map((hue, tint) => `.avatar-tint-${tint}{--hue:${hue}}`),
    ...Object.entries(categoryHues).map(([category, [a, b, c]]) => `.cover-${category}{--a:${a};--b:${b};--c:${c}}`),
  ].join('\n');
}

async function antdSheet(scheme: Scheme): Promise<string> {
  const { ConfigProvider, theme } = await import('antd');
  const { extractStyle } = await import('@ant-design/static-style-extract');
  const config = {
    algorithm: scheme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: antdTokens(scheme),
    components: {
      // A month fits a screen of 320 px.
      DatePicker: { cellWidth: 38, cellHeight: 32 },
    },
    hashed: false,
    cssVar: { key: antdScope, prefix: 'ant' },
  };
  return extractStyle({
    customTheme: (node: ReactNode) => createElement(ConfigProvider, { theme: config }, node),
    includes: [...antdComponents],
  });
}

/** Keeps of a sheet only the rules that set antd's variables, scoped to the dark theme. */
function darkVariables(css: string): string {
  const rules = css.match(new RegExp(`\\.${antdScope}(\\.ant-[\\w-]+)?\\{--ant-[^}]*\\}`, 'g')) ?? [];
  if (rules.length === 0) throw new Error('antd wrote no variables: its static sheet has changed shape');
  return rules.map((rule) => `:root[data-theme=dark] ${rule}`).join('\n');
}

export function themeCss(): Plugin {
  return {
    name: 'callup:theme-css',
    resolveId(id) {
      return sheets.includes(id) ? `\0${id}` : undefined;
    },
    async load(id) {
      if (id === '\0virtual:palette.css') return paletteSheet();
      if (id === '\0virtual:antd.css') {
        return `${await antdSheet('light')}\n${darkVariables(await antdSheet('dark'))}`;
      }
      return undefined;
    },
  };
}
