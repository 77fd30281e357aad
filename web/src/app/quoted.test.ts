import { expect, it } from 'vitest';
import common from '@/i18n/common.fr.json';
import needs from '@/features/campaigns/problems.en.json';
import mine from '@/features/campaigns/mine/texts.fr.json';
import shifting from '@/features/my/shifts/texts.fr.json';
import pledges from '@/features/pledges/texts.fr.json';
import frame from './frame/texts.fr.json';

it.each([
  ['B-13', frame.groups.spaces, 'Mes Espaces'],
  ['B-13', frame.entries.campaigns, 'Mes Campagnes'],
  ['B-13', frame.entries.contributions, 'Mes Contributions'],
  ['M-01', mine.title, 'Mes Campagnes'],
  ['M-05', mine.raisedOf, 'Collecté <b><raised/></b> / <goal/>'],
  ['O-01', pledges.mine.title, 'Mes Contributions'],
  ['O-03', pledges.mine.amount, 'Montant Total'],
])('%s is worded as the specification quotes it (53)', (_, text, quoted) => {
  expect(text).toBe(quoted);
});

it('one page has one name wherever it is named (53)', () => {
  expect([common.nav.campaigns, common.nav.contributions]).toEqual([frame.entries.campaigns, frame.entries.contributions]);
});

it('the entries of the group are capitalised in one way (32)', () => {
  const { campaigns, contributions, shifts, pages } = frame.entries;
  const words = [frame.groups.spaces, campaigns, contributions, shifts, pages].flatMap((entry) => entry.split(' '));
  expect(words.filter((word) => !/^\p{Lu}/u.test(word))).toEqual([]);
  expect(shifts).toBe(shifting.title);
});

it('W-21: the specification’s words come first, then what to do (53)', () => {
  expect(needs.code.needs_required).toMatch(/^Materials description is required when materials is selected\. /);
});
