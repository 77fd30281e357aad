import type { CampaignDetail } from '@/api/generated/campaigns';
import { parseAmount } from '@/i18n/figures';
import { type Currency, decimal } from '@/i18n/format';
import { type Language, languages } from '@/i18n/languages';
import { categories } from '@/ui/category';
import { type Strand, strands } from '@/ui/StrandBar';

/*
 * What the wizard holds while somebody writes: figures as they were typed,
 * fields named as the command names them, so that a refusal finds its field.
 */

export const relationships = ['myself', 'family', 'friend', 'colleague', 'community', 'other'] as const;
export type Relationship = (typeof relationships)[number];

export const currencies = ['EUR', 'USD', 'GBP'] as const satisfies readonly Currency[];

export interface NeedRow {
  /** Of a need that the campaign has already. */
  id?: string;
  item: string;
  quantity: string;
  unit: string;
  note: string;
}

export interface Values {
  title: string;
  description: string;
  /** A category slug; empty until chosen. */
  category: string;
  lang: Language;
  location: string;
  story: string;
  /** Empty where it is not said. */
  beneficiary_relationship: Relationship | '';
  beneficiary_name: string;
  beneficiary_consent: boolean;
  resource_types: Strand[];
  /** As typed, in major units of `currency`. */
  goal_amount: string;
  currency: Currency;
  time_goal_hours: string;
  /** What the money is for, to the administrators who decide whether it may be collected. */
  money_purpose: string;
  needs: NeedRow[];
  /** ISO 8601 day; empty for no deadline; what was typed where that is no day. */
  end_date: string;
  /** The upload of the photograph; empty without one. */
  photo: string;
  /** What it shows. */
  photo_alt: string;
  /** The upload of the video; empty without one. */
  video: string;
  /** The page in whose name it goes; empty: in the member's own. */
  page_id: string;
}

export const emptyNeed: NeedRow = { item: '', quantity: '1', unit: '', note: '' };

export function initialValues(lang: Language): Values {
  return {
    title: '',
    description: '',
    category: '',
    lang,
    location: '',
    story: '',
    beneficiary_relationship: '',
    beneficiary_name: '',
    beneficiary_consent: false,
    resource_types: ['money'],
    goal_amount: '',
    currency: 'EUR',
    time_goal_hours: '',
    money_purpose: '',
    needs: [],
    end_date: '',
    photo: '',
    photo_alt: '',
    video: '',
    page_id: '',
  };
}

/** The server's limits, in characters and figures; it refuses what goes past them whatever the app does. */
export const limits = {
  title: 120,
  description: 300,
  story: 20_000,
  location: 120,
  name: 120,
  item: 120,
  unit: 40,
  note: 300,
  alt: 250,
  needs: 50,
  quantity: 1_000_000,
  hours: 1_000_000,
  purpose: 500,
  /** Minor units. */
  goal: 10_000_000_000,
} as const;

export const stepCount = 4;
export type Step = 1 | 2 | 3 | 4;

const stepFields: Readonly<Record<Step, ReadonlyArray<keyof Values | 'time_zone'>>> = {
  1: ['title', 'description', 'category', 'lang', 'location', 'page_id'],
  2: ['story', 'beneficiary_relationship', 'beneficiary_name', 'beneficiary_consent'],
  3: ['resource_types', 'goal_amount', 'currency', 'money_purpose', 'time_goal_hours', 'needs', 'end_date', 'time_zone'],
  4: ['photo', 'photo_alt', 'video'],
};

/** The step a field is written in: `needs.0.item` is in the third. Undefined for what the wizard has no field for. */
export function stepOf(field: string): Step | undefined {
  const [name] = field.split(/[.[]/);
  return ([1, 2, 3, 4] as const).find((step) => stepFields[step].some((own) => own === name));
}

/** A beneficiary's name goes out only where somebody else is named. */
export function namesSomeone(values: Pick<Values, 'beneficiary_name' | 'beneficiary_relationship'>): boolean {
  return values.beneficiary_relationship !== 'myself' && values.beneficiary_name.trim() !== '';
}

/** Characters as people count them, without the space around, as the server counts. */
export function lengthOf(text: string): number {
  return Array.from(text.trim()).length;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wording(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** What was kept in this tab, as far as it still fits; the rest is as at the beginning. */
export function restored(kept: unknown, lang: Language): Values {
  const start = initialValues(lang);
  if (!isRecord(kept)) return start;
  const known = <T extends string>(options: readonly T[], value: unknown, otherwise: T): T =>
    options.find((option) => option === value) ?? otherwise;
  return {
    title: wording(kept.title),
    description: wording(kept.description),
    category: known<string>(categories, kept.category, ''),
    lang: known<Language>(languages, kept.lang, lang),
    location: wording(kept.location),
    story: wording(kept.story),
    beneficiary_relationship: known<Relationship | ''>(relationships, kept.beneficiary_relationship, ''),
    beneficiary_name: wording(kept.beneficiary_name),
    beneficiary_consent: kept.beneficiary_consent === true,
    resource_types: Array.isArray(kept.resource_types)
      ? strands.filter((strand) => (kept.resource_types as unknown[]).includes(strand))
      : start.resource_types,
    goal_amount: wording(kept.goal_amount),
    currency: known(currencies, kept.currency, start.currency),
    time_goal_hours: wording(kept.time_goal_hours),
    money_purpose: wording(kept.money_purpose),
    needs: Array.isArray(kept.needs)
      ? (kept.needs as unknown[]).filter(isRecord).map((need) => ({
          item: wording(need.item),
          quantity: wording(need.quantity),
          unit: wording(need.unit),
          note: wording(need.note),
        }))
      : [],
    end_date: wording(kept.end_date),
    photo: wording(kept.photo),
    photo_alt: wording(kept.photo_alt),
    video: wording(kept.video),
    page_id: wording(kept.page_id),
  };
}

/** What a campaign says and asks for, as its owner would have typed it. */
export function valuesOf(page: CampaignDetail, lang: Language): Values {
  const { time_goal_minutes: minutes, photo = '', video = '', money } = page;
  // It asks for money also while nobody else is shown that.
  const known = restored({ ...page, resource_types: money ? ['money', ...page.resources] : page.resources }, lang);
  const goal = money?.goal_amount ?? page.goal_amount;
  return {
    ...known,
    beneficiary_relationship: relationships.find((one) => one === page.beneficiary_relationship) ?? '',
    money_purpose: money?.purpose ?? '',
    // They agreed when they were first named.
    beneficiary_consent: page.beneficiary_name !== '',
    goal_amount: goal > 0 ? decimal(goal).replace(/\.00$/, '') : '',
    time_goal_hours: minutes > 0 ? String(Math.round(minutes / 60)) : '',
    // Addresses end with the upload, a video's with its file.
    photo: photo.split('/').at(-1) ?? '',
    video: video.split('/').at(-2) ?? '',
    page_id: page.organizer.page ?? '',
    needs: page.needs.map(({ id, item, quantity, unit, note }) => ({ id, item, quantity: String(quantity), unit, note })),
  };
}

/** The goal in minor units; undefined where what is typed is no amount of the chosen currency. */
export function goalOf(values: Pick<Values, 'goal_amount' | 'currency'>, locale: string): number | undefined {
  const typed = parseAmount(values.goal_amount, locale, values.currency);
  return typed.kind === 'amount' ? typed.minor : undefined;
}

/** Whether nothing was written yet that leaving would put aside. */
export function isUntouched(values: Values): boolean {
  return JSON.stringify(values) === JSON.stringify(initialValues(values.lang));
}
