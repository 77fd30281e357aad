import { expect, it } from 'vitest';
import { matches } from './search';

it.each([
  ['', ['anything'], true],
  ['cafe', ['Le Café de Saint-Roch'], true],
  ['CAFÉ roch', ['Le Cafe', 'Saint-Roch'], true],
  ['café bench', ['Le Café'], false],
])('finds %j in %j: %j', (asked, texts, found) => {
  expect(matches(asked, texts)).toBe(found);
});
