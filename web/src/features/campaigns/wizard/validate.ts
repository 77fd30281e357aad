import { parseAmount, parseWhole } from '@/i18n/figures';
import { isDay } from './day';
import { lengthOf, limits, namesSomeone, type NeedRow, type Step, type Values } from './values';

/** What is wrong with a field, in the codes the server refuses with. */
export interface Fault {
  /** `title`, `needs.0.item`. */
  readonly field: string;
  readonly code: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** No code of the server's: it is never sent what this is about. */
export const otherCurrency = 'other_currency';

function fault(field: string, code: string, args: Fault['args'] = {}): Fault {
  return { field, code, args };
}

function checkText(field: string, value: string, max: number, required: boolean): Fault[] {
  const length = lengthOf(value);
  if (required && length === 0) return [fault(field, 'required')];
  return length > max ? [fault(field, 'too_long', { max })] : [];
}

function checkGoal({ goal_amount: typed, currency }: Values, locale: string): Fault[] {
  const goal = parseAmount(typed, locale, currency);
  if (goal.kind === 'empty') return [fault('goal_amount', 'money_goal_required')];
  if (goal.kind === 'other_currency') return [fault('goal_amount', otherCurrency, { sign: goal.sign })];
  if (goal.kind === 'invalid' || goal.minor === 0) return [fault('goal_amount', 'amount_not_positive')];
  return goal.minor > limits.goal ? [fault('goal_amount', 'too_large', { max_minor: limits.goal })] : [];
}

function checkHours(values: Values, locale: string): Fault[] {
  if (values.time_goal_hours.trim() === '') return [fault('time_goal_hours', 'time_goal_required')];
  const hours = parseWhole(values.time_goal_hours, locale);
  if (hours === undefined) return [fault('time_goal_hours', 'not_a_number')];
  if (hours === 0) return [fault('time_goal_hours', 'time_goal_required')];
  return hours > limits.hours ? [fault('time_goal_hours', 'too_large', { max: limits.hours })] : [];
}

function checkNeed(need: NeedRow, index: number, locale: string): Fault[] {
  const at = (name: string) => `needs.${index}.${name}`;
  const quantity = parseWhole(need.quantity, locale);
  return [
    ...checkText(at('item'), need.item, limits.item, true),
    ...(quantity === undefined ? [fault(at('quantity'), need.quantity.trim() === '' ? 'required' : 'not_a_number')] : []),
    ...(quantity === 0 ? [fault(at('quantity'), 'out_of_range', { min: 1 })] : []),
    ...(quantity !== undefined && quantity > limits.quantity
      ? [fault(at('quantity'), 'out_of_range', { max: limits.quantity })]
      : []),
    ...checkText(at('unit'), need.unit, limits.unit, false),
    ...checkText(at('note'), need.note, limits.note, false),
  ];
}

function checkNeeds(needs: NeedRow[], locale: string): Fault[] {
  if (needs.length === 0) return [fault('needs', 'needs_required')];
  if (needs.length > limits.needs) return [fault('needs', 'too_many_items', { max: limits.needs })];
  return needs.flatMap((need, index) => checkNeed(need, index, locale));
}

/** What is missing or too long of what the money is for, where an administrator decides. */
export function checkPurpose({ resource_types: types, money_purpose: purpose }: Values): Fault[] {
  if (!types.includes('money')) return [];
  if (purpose.trim() === '') return [fault('money_purpose', 'money_purpose_required')];
  return checkText('money_purpose', purpose, limits.purpose, false);
}

export function checkEndDate(end: string, today: string): Fault[] {
  if (end === '') return [];
  if (!isDay(end)) return [fault('end_date', 'malformed_date')];
  return end < today ? [fault('end_date', 'end_date_past')] : [];
}

const checks: Readonly<Record<Step, (values: Values, today: string, locale: string) => Fault[]>> = {
  1: (values) => [
    ...checkText('title', values.title, limits.title, true),
    ...(values.title.trim() !== '' && !/[\p{L}\p{N}]/u.test(values.title) ? [fault('title', 'letters_required')] : []),
    ...checkText('description', values.description, limits.description, true),
    ...(values.category === '' ? [fault('category', 'unknown_category')] : []),
    ...checkText('location', values.location, limits.location, false),
  ],
  2: (values) => [
    ...checkText('story', values.story, limits.story, true),
    ...(namesSomeone(values) ? checkText('beneficiary_name', values.beneficiary_name, limits.name, false) : []),
    ...(namesSomeone(values) && !values.beneficiary_consent ? [fault('beneficiary_consent', 'consent_required')] : []),
  ],
  3: (values, today, locale) => [
    ...(values.resource_types.length === 0 ? [fault('resource_types', 'resource_required')] : []),
    ...(values.resource_types.includes('money') ? checkGoal(values, locale) : []),
    ...(values.resource_types.includes('time') ? checkHours(values, locale) : []),
    ...(values.resource_types.includes('materials') ? checkNeeds(values.needs, locale) : []),
    ...checkEndDate(values.end_date, today),
  ],
  4: (values) => (values.photo ? checkText('photo_alt', values.photo_alt, limits.alt, false) : []),
};

/** Everything wrong in a step; only the chosen kinds of help are asked for. `today` is an ISO 8601 day, `locale` the reader's. */
export function faultsOf(step: Step, values: Values, today: string, locale: string): Fault[] {
  return checks[step](values, today, locale);
}

/** The first step with something wrong in it, and what; undefined where all is well. */
export function firstFaulty(values: Values, today: string, locale: string): { step: Step; faults: Fault[] } | undefined {
  for (const step of [1, 2, 3, 4] as const) {
    const faults = faultsOf(step, values, today, locale);
    if (faults.length > 0) return { step, faults };
  }
  return undefined;
}

/** A moment's day where the reader is, as ISO 8601 writes it. */
export function dayOf(moment: Date): string {
  const two = (figure: number) => String(figure).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
