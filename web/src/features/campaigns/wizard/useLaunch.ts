import { useTranslation } from 'react-i18next';
import { type LaunchCampaignAnswer, useLaunchCampaignMutation } from '@/api/generated/campaignsCommands';
import { useLaunchDraftMutation } from '@/api/generated/drafts';
import type { Problem } from '@/api/problem';
import { useFormat } from '@/i18n/useFormat';
import { type Failure as CommandFailure, useCommand } from '@/parts/useCommand';
import { browserZone, toBody } from './body';
import type { Kept } from './useDraft';
import type { Fault } from './validate';
import { stepOf, type Values } from './values';

/** Why launching failed: a first line, and what was kept and what to do. */
export interface Failure {
  readonly title: string;
  readonly text: string;
}

interface Outcome {
  /** The draft that is launched; none where nothing of it was saved. */
  draft: () => Promise<Kept | undefined>;
  /** Hears that the draft is not what was written on. */
  onDraftRefused: (problem: Problem) => void;
  /** The new campaign: whether it is public, or waits for a moderator. */
  onLaunched: (launched: LaunchCampaignAnswer) => void;
  /** What the server refused of what was written. */
  onRefused: (faults: readonly Fault[]) => void;
}

/** Sends what was written to the server. */
export function useLaunch({ draft, onDraftRefused, onLaunched, onRefused }: Outcome) {
  const { t } = useTranslation('wizard');
  const { locale } = useFormat();
  const [send] = useLaunchCampaignMutation();
  const [sendDraft] = useLaunchDraftMutation();
  const { run, busy, failure, clear } = useCommand(
    async (values: Values) => {
      const body = toBody(values, browserZone(), locale);
      const kept = await draft();
      return kept
        ? sendDraft({ saveDraftBody: { draft_id: kept.id, number: kept.number, ...body } }).unwrap()
        : send({ contentBody: body }).unwrap();
    },
    {
      onDone: onLaunched,
      onRefused: (problem) => {
        if (problem.code.startsWith('draft_')) {
          onDraftRefused(problem);
          return 'handled';
        }
        return onRefused(problem.errors.filter(({ field }) => stepOf(field)));
      },
      // What stands in the steps is told by `onRefused`; the rest is said here, or nobody would know.
      place: (fields) => fields.filter(({ field }) => !stepOf(field)).map(({ text }) => text),
    },
  );
  return { launch: run, isLaunching: busy, failure: failure && told(failure), forgive: clear };

  function told({ problem, title, advice, unplaced }: CommandFailure): Failure {
    if (problem.status === 401) return { title: t('launch.signedOut'), text: t('launch.signedOutAdvice') };
    return { title: t('launch.failed'), text: [...(unplaced.length > 0 ? unplaced : [title]), advice].map(sentence).join(' ') };
  }
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
