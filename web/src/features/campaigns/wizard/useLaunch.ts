import { useTranslation } from 'react-i18next';
import { type LaunchCampaignAnswer, useLaunchCampaignMutation } from '@/api/generated/campaignsCommands';
import { useFormat } from '@/i18n/useFormat';
import { type Failure as CommandFailure, useCommand } from '@/parts/useCommand';
import { browserZone, toBody } from './body';
import type { Fault } from './validate';
import { stepOf, type Values } from './values';

/** Why launching failed: a first line, and what was kept and what to do. */
export interface Failure {
  readonly title: string;
  readonly text: string;
}

interface Outcome {
  /** The new campaign: whether it is public, or waits for a moderator. */
  onLaunched: (launched: LaunchCampaignAnswer) => void;
  /** What the server refused of what was written. */
  onRefused: (faults: readonly Fault[]) => void;
}

/** Sends what was written to the server. */
export function useLaunch({ onLaunched, onRefused }: Outcome) {
  const { t } = useTranslation('wizard');
  const { locale } = useFormat();
  const [send] = useLaunchCampaignMutation();
  const { run, busy, failure, clear } = useCommand(
    (values: Values) => send({ contentBody: toBody(values, browserZone(), locale) }).unwrap(),
    {
      onDone: onLaunched,
      onRefused: ({ errors }) => onRefused(errors.filter(({ field }) => stepOf(field))),
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
