import { useTranslation } from 'react-i18next';
import type { Change } from '@/api/generated/campaigns';
import { useFormat } from '@/i18n/useFormat';

/** Says what a campaign asks for otherwise than before; its texts are those of the updates. */
export function useChangeWords(): (change: Change) => string {
  const { t } = useTranslation('updates');
  const format = useFormat();
  const sum = ({ what, currency }: Change, figure: number) => {
    if (figure === 0) return t('changes.noGoal');
    if (what === 'goal' && currency) return format.money({ amount: figure, currency });
    return t('changes.hours', { shown: format.count(figure / 60) });
  };
  const day = (iso: string) => (iso ? format.plainDay(iso) : t('changes.noDay'));
  return (one) => {
    const { what, before, after, day_before: dayBefore, day_after: dayAfter } = one;
    if (what === 'beneficiary') return t('changes.beneficiary');
    if (what === 'end_date') return t('changes.end_date', { before: day(dayBefore), after: day(dayAfter) });
    return t(`changes.${what}`, { before: sum(one, before), after: sum(one, after) });
  };
}
