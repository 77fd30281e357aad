import type { ContentBody } from '@/api/generated/campaignsCommands';
import { parseWhole } from '@/i18n/figures';
import { goalOf, namesSomeone, type Values } from './values';

/** The IANA name of the browser's time zone. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/**
 * The command's body: only what belongs to the chosen kinds of help, figures as integers. `zone` is an IANA name, `locale`
 * the reader's.
 */
export function toBody(values: Values, zone: string, locale: string): ContentBody {
  const asks = (strand: Values['resource_types'][number]) => values.resource_types.includes(strand);
  const location = values.location.trim();
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    story: values.story.trim(),
    category: values.category,
    lang: values.lang,
    resource_types: values.resource_types,
    currency: values.currency,
    ...(location && { location }),
    ...(values.beneficiary_relationship && { beneficiary_relationship: values.beneficiary_relationship }),
    ...(namesSomeone(values) && {
      beneficiary_name: values.beneficiary_name.trim(),
      beneficiary_consent: values.beneficiary_consent,
    }),
    ...(asks('money') && {
      goal_amount: goalOf(values, locale) ?? 0,
      ...(values.money_purpose.trim() && { money_purpose: values.money_purpose.trim() }),
    }),
    ...(asks('time') && { time_goal_hours: parseWhole(values.time_goal_hours, locale) ?? 0 }),
    ...(asks('materials') && {
      needs: values.needs.map((need) => ({
        ...(need.id && { id: need.id }),
        item: need.item.trim(),
        quantity: parseWhole(need.quantity, locale) ?? 0,
        ...(need.unit.trim() && { unit: need.unit.trim() }),
        ...(need.note.trim() && { note: need.note.trim() }),
      })),
    }),
    ...(values.photo && {
      photo: values.photo,
      ...(values.photo_alt.trim() && { photo_alt: values.photo_alt.trim() }),
    }),
    ...(values.video && { video: values.video }),
    ...(values.page_id && { page_id: values.page_id }),
    ...(values.end_date && { end_date: values.end_date, time_zone: zone }),
  };
}
