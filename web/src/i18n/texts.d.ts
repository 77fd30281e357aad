import type common from './common.en.json';
import type problems from './problems.en.json';

type CommonCodes = typeof problems.code;

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
    problems: {
      [Key in keyof typeof problems]: Key extends 'code' ? Pick<ProblemCodes, keyof ProblemCodes> : (typeof problems)[Key];
    };
  }
  // Each area adds the codes of its own refusals in the `problems.d.ts` beside their words.
  interface ProblemCodes extends CommonCodes {}
}
