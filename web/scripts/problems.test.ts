import { describe, expect, it } from 'vitest';
import english from '../src/i18n/problems.en.json' with { type: 'json' };
import { languages } from './screens.ts';
import { homeOf, mergedProblems, problemFolders, problemTexts, refusalsOfAreas, type ProblemTexts } from './problems.ts';

function texts(files: Readonly<Record<string, ProblemTexts>>): Map<string, ProblemTexts> {
  return new Map(Object.entries(files));
}

describe('mergedProblems', () => {
  it('puts the words of every area beside the common ones', () => {
    const common = { code: { unknown: 'A' }, advice: { wait: 'B' } };
    const merged = mergedProblems(
      texts({ 'i18n/problems.en.json': common, 'features/x/problems.en.json': { code: { full: 'C' } } }),
    );
    expect(merged).toEqual({ code: { unknown: 'A', full: 'C' }, advice: { wait: 'B' } });
  });

  it('takes no words twice', () => {
    const twice = { 'i18n/problems.en.json': { code: { full: 'A' } }, 'features/x/problems.en.json': { code: { full: 'B' } } };
    expect(() => mergedProblems(texts(twice))).toThrow(
      'full has its words in i18n/problems.en.json and in features/x/problems.en.json',
    );
  });

  it('leaves advice to the common words', () => {
    const area = { code: {}, advice: { wait: 'A' } };
    expect(() => mergedProblems(texts({ 'i18n/problems.en.json': { code: {} }, 'features/x/problems.en.json': area }))).toThrow(
      'advice',
    );
  });

  it('is the common words and what loads later, in each language with the same codes', () => {
    expect(problemFolders()).toContain('features/auth');
    const { code: later } = refusalsOfAreas('en');
    expect({ ...english.code, ...later }).toEqual(mergedProblems(problemTexts('en')).code);
    expect(Object.keys(later).filter((code) => code in english.code)).toEqual([]);
    const codes = languages.map((language) => Object.keys(mergedProblems(problemTexts(language)).code).toSorted());
    expect(codes[1]).toEqual(codes[0]);
    expect(codes[2]).toEqual(codes[0]);
    expect(codes[0]).toContain('invalid_credentials');
  });
});

describe('homeOf', () => {
  const codes = texts({
    'i18n/problems.en.json': { code: { required: 'A', malformed: 'B' } },
    'features/auth/problems.en.json': { code: { password_common: 'C' } },
    'features/campaigns/problems.en.json': { code: { campaign_paused: 'D', end_date_past: 'E' } },
  });
  const usedIn = new Map([
    ['required', 'domain/campaign/content.go'],
    ['malformed', 'internal/problem/schema.go'],
    ['password_common', 'internal/auth/password.go'],
    ['campaign_paused', 'domain/campaign/state.go'],
    ['end_date_past', 'domain/campaign/content.go'],
  ]);

  it('is the feature of the area', () => {
    expect(homeOf('commands/campaigns/pause.go', codes, usedIn)).toBe('features/campaigns');
  });

  it('is where the words of the same package are', () => {
    expect(homeOf('domain/campaign/needs.go', codes, usedIn)).toBe('features/campaigns');
    expect(homeOf('internal/auth/terms.go', codes, usedIn)).toBe('features/auth');
  });

  it('is the common words for what belongs to no area', () => {
    expect(homeOf('internal/problem/schema.go', codes, usedIn)).toBe('i18n');
    expect(homeOf('domain/shift/shift.go', codes, usedIn)).toBe('i18n');
  });
});
