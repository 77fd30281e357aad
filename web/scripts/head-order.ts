/**
 * Vite plugin that orders the document's head by what a reader waits for: the
 * app's style sheet comes first, because nothing is painted without it, and the
 * app's scripts go into the template that `public/start.js` fills in once the
 * page is painted.
 */
import type { Plugin } from 'vite';

const sheet = /\s*<link rel="stylesheet"[^>]*>/g;
const app = /\s*(?:<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>)/g;
const first = '<script src="/theme.js"></script>';
const later = '<template id="app">';

function lines(tags: string[]): string {
  return tags.map((tag) => tag.trim()).join('\n    ');
}

export function headOrder(): Plugin {
  return {
    name: 'callup:head-order',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const sheets = html.match(sheet) ?? [];
        const scripts = html.match(app) ?? [];
        if (sheets.length === 0 || !html.includes(first))
          throw new Error('index.html has no style sheet, or no theme.js to put it before');
        if (scripts.length === 0 || !html.includes(later))
          throw new Error('index.html has no module script, or no template to put it into');
        return html
          .replaceAll(sheet, '')
          .replaceAll(app, '')
          .replace(first, `${lines(sheets)}\n    ${first}`)
          .replace(later, `${later}${lines(scripts)}`);
      },
    },
  };
}
