/**
 * Vite plugin that puts the app's style sheet first in the document's head:
 * nothing is painted without it, so on a slow line nothing may be fetched before.
 */
import type { Plugin } from 'vite';

const sheet = /\s*<link rel="stylesheet"[^>]*>/g;
const first = '<script src="/theme.js"></script>';

export function headOrder(): Plugin {
  return {
    name: 'callup:head-order',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const sheets = html.match(sheet) ?? [];
        if (sheets.length === 0 || !html.includes(first)) throw new Error('index.html has no style sheet, or no theme.js to put it before');
        return html.replaceAll(sheet, '').replace(first, `${sheets.map((tag) => tag.trim()).join('\n    ')}\n    ${first}`);
      },
    },
  };
}
