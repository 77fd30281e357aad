import type problems from './problems.en.json';

type Codes = typeof problems.code;

declare module 'i18next' {
  interface ProblemCodes extends Codes {}
}
