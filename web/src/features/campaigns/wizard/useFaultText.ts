import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/useFormat';
import { useProblemText } from '@/i18n/useProblemText';
import { dayOf, type Fault, otherCurrency } from './validate';
import { limits, type Values } from './values';

const named = ['title', 'description', 'story'] as const;

/** A day that could be meant: the last of this year. */
function exampleDay(): string {
  return dayOf(new Date(new Date().getFullYear(), 11, 31));
}

/** Says faults in the reader's language: the wizard's own words where it has some, else those of the server's codes. */
export function useFaultText() {
  const { t } = useTranslation('wizard');
  const { t: common } = useTranslation();
  const { money, plainDay } = useFormat();
  const say = useProblemText();
  return useCallback(
    (faults: readonly Fault[], currency: Values['currency']) => {
      const { fields } = say({ status: 422, code: 'validation_failed', args: {}, errors: faults });
      return faults.map(({ field, code, args }, index) => {
        if (code === otherCurrency) return { field, text: common('amount.otherCurrency', { sign: String(args.sign), currency }) };
        const own = named.find((name) => name === field);
        if (code === 'required' && own) return { field, text: t(`required.${own}`) };
        if (code === 'too_large' && field === 'goal_amount') {
          return { field, text: t('goalTooLarge', { amount: money({ amount: limits.goal, currency }) }) };
        }
        if (code === 'malformed_date') return { field, text: t('dateUnreadable', { example: plainDay(exampleDay()) }) };
        return { field, text: fields[index]?.text ?? '' };
      });
    },
    [t, common, money, plainDay, say],
  );
}
