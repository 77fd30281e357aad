import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '@/api/problem';
import { useFormat } from '@/i18n/useFormat';
import { useProblemText } from '@/i18n/useProblemText';
import { useLaunchCampaignMutation } from './api';
import { browserZone, toBody } from './body';
import type { Fault } from './validate';
import { stepOf, type Values } from './values';

/** Why launching failed: a first line, and what was kept and what to do. */
export interface Failure {
  readonly title: string;
  readonly text: string;
}

interface Outcome {
  /** The new campaign's address. */
  onLaunched: (slug: string) => void;
  /** What the server refused of what was written. */
  onRefused: (faults: readonly Fault[]) => void;
}

/** Sends what was written to the server. */
export function useLaunch({ onLaunched, onRefused }: Outcome) {
  const { t } = useTranslation('wizard');
  const { locale } = useFormat();
  const say = useProblemText();
  const [send, { isLoading }] = useLaunchCampaignMutation();
  const [failure, setFailure] = useState<Failure>();

  async function launch(values: Values): Promise<void> {
    setFailure(undefined);
    try {
      const { slug } = await send({ contentBody: toBody(values, browserZone(), locale) }).unwrap();
      onLaunched(slug);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.status === 0 && problem.code === 'internal') console.error('launching a campaign failed', error);
      if (problem.status === 401) {
        setFailure({ title: t('launch.signedOut'), text: t('launch.signedOutAdvice') });
        return;
      }
      const { title, advice, fields } = say(problem);
      // A refusal of something the wizard has no field for is said here, or nobody would know.
      const unplaced = fields.filter(({ field }) => !stepOf(field)).map(({ text }) => text);
      setFailure({ title: t('launch.failed'), text: [...(unplaced.length > 0 ? unplaced : [title]), advice].map(sentence).join(' ') });
      onRefused(problem.errors.filter(({ field }) => stepOf(field)));
    }
  }

  return { launch, isLaunching: isLoading, failure, forgive: () => setFailure(undefined) };
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
