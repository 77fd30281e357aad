import type { ContentBody, Draft } from '@/api/generated/drafts';
import { parseWhole } from '@/i18n/figures';
import { decimal } from '@/i18n/format';
import type { Language } from '@/i18n/languages';
import { browserZone, toBody } from './body';
import { isDay } from './day';
import { goalOf, limits, restored, type Values } from './values';

/** A figure that a draft can hold; 0 for what is none yet. */
function within(figure: number | undefined, most: number): number {
  return figure !== undefined && figure <= most ? figure : 0;
}

/** What a draft keeps of what was typed: all of it but figures and days that can't be read yet. */
export function draftBody(values: Values, locale: string): ContentBody {
  const { end_date: end, ...typed } = values;
  return {
    ...toBody({ ...typed, end_date: isDay(end) ? end : '' }, browserZone(), locale),
    goal_amount: within(goalOf(values, locale), limits.goal),
    time_goal_hours: within(parseWhole(values.time_goal_hours, locale), limits.hours),
    needs: values.needs.map(({ item, quantity, unit, note }) => ({
      item: item.trim(),
      quantity: within(parseWhole(quantity, locale), limits.quantity),
      unit: unit.trim(),
      note: note.trim(),
    })),
    money_purpose: values.money_purpose.trim(),
    beneficiary_name: values.beneficiary_name.trim(),
    beneficiary_consent: values.beneficiary_consent,
  };
}

/** What a draft says, as its owner would have typed it. `lang` is the reader's. */
export function draftValues(draft: Draft, lang: Language): Values {
  const { goal_amount: goal, time_goal_minutes: minutes } = draft;
  return {
    ...restored(draft, lang),
    goal_amount: goal > 0 ? decimal(goal).replace(/\.00$/, '') : '',
    time_goal_hours: minutes > 0 ? String(Math.round(minutes / 60)) : '',
    needs: draft.needs.map(({ item, quantity, unit, note }) => ({
      item,
      quantity: quantity > 0 ? String(quantity) : '',
      unit,
      note,
    })),
  };
}
