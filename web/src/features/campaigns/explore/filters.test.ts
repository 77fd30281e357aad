import { describe, expect, it } from 'vitest';
import { everything, type Filters, listArgs, narrowing, readFilters, stripOf, writeFilters } from './filters';

const noFilters: Filters = { ...everything, sort: 'newest' };

const all: Filters = { q: 'repair café', category: 'community', need: 'time', sort: 'ending', place: 'Lyon' };

describe('filters in the address', () => {
  it('come back as they were written', () => {
    expect(readFilters(writeFilters(all))).toEqual(all);
    expect(readFilters(writeFilters(noFilters))).toEqual(noFilters);
  });

  it('leave nothing behind that narrows nothing', () => {
    expect(writeFilters(noFilters, writeFilters(all)).toString()).toBe('');
    expect(writeFilters({ ...all, q: '  ' }).has('q')).toBe(false);
  });

  it('leave other parameters alone', () => {
    expect(writeFilters(noFilters, new URLSearchParams('lng=fr&q=x')).toString()).toBe('lng=fr');
  });

  it('ignore what they do not know', () => {
    expect(readFilters(new URLSearchParams('category=cars&need=love&sort=random&q=%20&place='))).toEqual(noFilters);
  });

  it('cut endless texts', () => {
    expect(readFilters(new URLSearchParams({ q: 'x'.repeat(5000) })).q).toHaveLength(100);
  });
});

describe('what the list is asked for', () => {
  it('names only what narrows, as the page from the server does', () => {
    expect(listArgs(noFilters)).toEqual({ limit: 12 });
    expect(Object.keys(listArgs(noFilters))).toEqual(['limit']);
    expect(listArgs(all, 'next')).toEqual({
      q: 'repair café',
      category: 'community',
      need: 'time',
      sort: 'ending',
      place: 'Lyon',
      limit: 12,
      cursor: 'next',
    });
  });
});

describe('an empty list', () => {
  it('is empty of a category, of what was asked, or of everything', () => {
    expect(narrowing(noFilters)).toBe('nothing');
    expect(narrowing({ ...noFilters, sort: 'nearly' })).toBe('nothing');
    expect(narrowing({ ...noFilters, category: 'sports' })).toBe('category');
    expect(narrowing({ ...noFilters, category: 'sports', q: 'x' })).toBe('criteria');
    expect(narrowing({ ...noFilters, need: 'money' })).toBe('criteria');
    expect(narrowing({ ...noFilters, place: 'Lyon' })).toBe('criteria');
  });
});

describe('the category strip', () => {
  const french: Record<string, string> = { education: 'Éducation', business: 'Entreprise', other: 'Autre', sports: 'Sport' };
  const nameOf = (category: string) => french[category] ?? category;
  const counted = [
    { category: 'business', campaigns: 2 },
    { category: 'education', campaigns: 1 },
    { category: 'other', campaigns: 4 },
  ];

  it('is ordered by the reader’s names, accents ignored', () => {
    expect(stripOf(counted, undefined, nameOf, 'fr').map(({ category }) => category)).toEqual(['other', 'education', 'business']);
  });

  it('keeps the chosen category while it is empty', () => {
    expect(stripOf(counted, 'sports', nameOf, 'fr').at(-1)).toEqual({ category: 'sports', campaigns: 0 });
    expect(stripOf(counted, 'other', nameOf, 'fr')).toHaveLength(3);
  });
});
