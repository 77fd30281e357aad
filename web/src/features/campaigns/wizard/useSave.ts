import { useTranslation } from 'react-i18next';
import { type CampaignDetail } from '@/api/generated/campaigns';
import { useReviseCampaignMutation } from '@/api/generated/campaignsCommands';
import type { Problem } from '@/api/problem';
import { useFormat } from '@/i18n/useFormat';
import { useCommand } from '@/parts/useCommand';
import { browserZone, toBody } from './body';
import type { Fault } from './validate';
import { stepOf, type Values } from './values';

/** Why saving failed: a first line, and what was kept and what to do. */
interface Failure {
  readonly title: string;
  readonly text: string;
}

interface Outcome {
  onSaved: () => void;
  /** What the server refused of what was written. */
  onRefused: (faults: readonly Fault[]) => void;
}

/** The time zone in which a campaign's end date ends: its own, once it has one. */
export function zoneOf(page: CampaignDetail): string {
  return page.time_zone || browserZone();
}

/** Sends what was changed of a campaign to the server. */
export function useSave(page: CampaignDetail, { onSaved, onRefused }: Outcome) {
  const { t } = useTranslation('wizard');
  const { locale } = useFormat();
  const [send] = useReviseCampaignMutation();
  const { run, busy, failure, clear } = useCommand(
    ({ values, renames }: { values: Values; renames: boolean }) =>
      send({
        reviseCampaignBody: {
          campaign_id: page.id,
          revision: page.revision,
          ...toBody(values, zoneOf(page), locale),
          ...(page.status === 'changes_requested' && { resubmit: true }),
          ...(renames && { rename: true }),
        },
      }).unwrap(),
    {
      onDone: onSaved,
      onRefused: ({ errors }: Problem) => onRefused(errors.filter(({ field }) => stepOf(field))),
      place: (fields) => fields.filter(({ field }) => !stepOf(field)).map(({ text }) => text),
    },
  );
  return { save: run, isSaving: busy, failure: told(), forgive: clear };

  function told(): Failure | undefined {
    if (!failure) return undefined;
    const { problem, title, advice, unplaced } = failure;
    if (problem.code === 'stale_revision') return { title: t('edit.failed'), text: t('edit.stale') };
    return { title: t('edit.failed'), text: [...(unplaced.length > 0 ? unplaced : [title]), advice].join('. ') };
  }
}
