import type { CampaignsApiArg, CategoriesApiArg } from '@/api/generated/campaigns';
import { categories, type Category } from '@/ui/category';
import { type Strand, strands } from '@/ui/StrandBar';

/*
 * What is being looked for, and how it stands in the address: every choice is a
 * search parameter, absent where nothing is narrowed. Whatever else an address
 * carries (`lng`, …) is left alone.
 */

export const sorts = ['newest', 'ending', 'nearly'] as const;
type Sort = (typeof sorts)[number];

export interface Filters {
  /** Words in title, description, place or organizer. */
  readonly q: string;
  readonly category: Category | undefined;
  readonly need: Strand | undefined;
  readonly sort: Sort;
  readonly place: string;
}

/** Cards of one page: fills its rows in one, two, three and four columns. */
export const pageSize = 12;

/** Characters; nobody searches for more, and addresses have an end. */
export const longestText = 100;

function known<Value extends string>(values: readonly Value[], value: string | null): Value | undefined {
  return values.find((candidate) => candidate === value);
}

function text(value: string | null): string {
  return (value ?? '').trim().slice(0, longestText);
}

/** Reads the address; what it does not know is as good as absent. */
export function readFilters(params: URLSearchParams): Filters {
  return {
    q: text(params.get('q')),
    category: known(categories, params.get('category')),
    need: known(strands, params.get('need')),
    sort: known(sorts, params.get('sort')) ?? 'newest',
    place: text(params.get('place')),
  };
}

/** The address of these filters, on top of one that may say more. */
export function writeFilters(filters: Filters, over: URLSearchParams = new URLSearchParams()): URLSearchParams {
  const params = new URLSearchParams(over);
  const values: Record<keyof Filters, string | undefined> = {
    q: text(filters.q),
    category: filters.category,
    need: filters.need,
    place: text(filters.place),
    sort: filters.sort === 'newest' ? undefined : filters.sort,
  };
  for (const [name, value] of Object.entries(values)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
  return params;
}

/** What the list is asked for. The page from the server asks with exactly the same arguments. */
export function listArgs(filters: Filters, cursor?: string): CampaignsApiArg {
  return {
    ...(filters.category && { category: filters.category }),
    ...(filters.need && { need: filters.need }),
    ...(filters.q && { q: filters.q }),
    ...(filters.place && { place: filters.place }),
    ...(filters.sort !== 'newest' && { sort: filters.sort }),
    limit: pageSize,
    ...(cursor && { cursor }),
  };
}

/** What the categories' counts are asked for: all that is looked for but the category itself. */
export function countArgs({ need, q, place }: Filters): CategoriesApiArg {
  return { ...(need && { need }), ...(q && { q }), ...(place && { place }) };
}

/** Nothing narrowed; the order stays. */
export const everything = { q: '', place: '', need: undefined, category: undefined } as const satisfies Partial<Filters>;

/** What an empty list is empty of: nothing narrows it, only a category does, or something more. */
export function narrowing(filters: Filters): 'nothing' | 'category' | 'criteria' {
  if (filters.q || filters.place || filters.need) return 'criteria';
  return filters.category ? 'category' : 'nothing';
}

/** A category with how many active campaigns it has. */
export interface CategoryEntry {
  readonly category: string;
  readonly campaigns: number;
}

/** The strip's categories by the reader's names; the chosen one stands among them even while it is empty. */
export function stripOf(
  counted: readonly CategoryEntry[],
  chosen: string | undefined,
  nameOf: (category: string) => string,
  locale: string,
): CategoryEntry[] {
  const missing = chosen !== undefined && !counted.some(({ category }) => category === chosen);
  const all = missing ? [...counted, { category: chosen, campaigns: 0 }] : [...counted];
  const order = new Intl.Collator(locale);
  return all.toSorted((a, b) => order.compare(nameOf(a.category), nameOf(b.category)));
}
