import type common from './common.en.json';
import type problems from './problems.en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    // The message files are JSON, so TypeScript sees no placeholder in them:
    // `npm run i18n:check` compares placeholders instead.
    strictInterpolationChecks: false;
  }
  // Each feature adds its own namespace in the `texts.d.ts` beside its texts.
  interface ResourceNamespaceMap {
    common: typeof common;
    problems: typeof problems;
    /** What the areas refuse with; only the server names these codes. */
    refusals: { code: Record<string, string> };
  }
}
