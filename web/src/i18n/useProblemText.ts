import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** The parts of an API problem that become words; `api/problem.ts` makes them. */
export interface ProblemLike {
  readonly status: number;
  readonly code: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** What the server's log knows the request by. */
  readonly requestId?: string | undefined;
  readonly errors: ReadonlyArray<{
    readonly field: string;
    readonly code: string;
    readonly args: Readonly<Record<string, unknown>>;
  }>;
}

export interface ProblemText {
  /** What happened. */
  readonly title: string;
  /** What was kept and what to do. */
  readonly advice: string;
  /** The same for each field that is wrong. */
  readonly fields: ReadonlyArray<{ readonly field: string; readonly text: string }>;
}

/** The words that any screen may need, and those of the areas, which load once a component can show a problem. */
const namespaces = ['problems', 'refusals'] as const;

type Advice = 'no_answer' | 'server' | 'unavailable' | 'input' | 'sign_in' | 'refused' | 'stale' | 'wait';

function adviceFor(problem: ProblemLike): Advice {
  if (problem.status === 0) return 'no_answer';
  if (problem.status === 401) return 'sign_in';
  if (problem.status === 429) return 'wait';
  if (problem.status === 503) return 'unavailable';
  if (problem.status >= 500) return 'server';
  if (problem.code === 'stale_revision') return 'stale';
  return problem.status === 400 || problem.status === 422 ? 'input' : 'refused';
}

/** Says a problem in the reader's language. A code this version does not know gets a general sentence. */
export function useProblemText(): (problem: ProblemLike) => ProblemText {
  const { t, i18n } = useTranslation(namespaces);
  return useCallback(
    (problem) => {
      const say = (code: string, args: Readonly<Record<string, unknown>>): string => {
        // "too_long" has a second text that names the limit, for when the server says it.
        const withArg = Object.keys(args).map((arg) => `code.${code}_${arg}`);
        const key = [...withArg, `code.${code}`, 'code.unknown'].find((candidate) => i18n.exists(candidate, { ns: namespaces }));
        return t((key ?? 'code.unknown') as 'code.unknown', { ...args, ns: namespaces });
      };
      const { code, requestId: reference } = problem;
      // Support can find what nobody foresaw by these two.
      const isUnforeseen = problem.status >= 500 || !i18n.exists(`code.${code}`, { ns: namespaces });
      const advice = t(`advice.${adviceFor(problem)}`);
      return {
        title: say(code, problem.args),
        advice: isUnforeseen && reference ? `${advice} ${t('advice.reference', { code, reference })}` : advice,
        fields: problem.errors.map((error) => ({ field: error.field, text: say(error.code, error.args) })),
      };
    },
    [t, i18n],
  );
}
