import { describe, expect, it } from 'vitest';
import { addressOf, isAddressOf } from './address';

describe('the address of a title', () => {
  it.each([
    ['Help for Øystein’s Straße', 'help-for-oysteins-strasse'],
    ['L’été à Nîmes !', 'lete-a-nimes'],
    ['日本', 'campaign'],
    ['long '.repeat(20), 'long-long-long-long-long-long-long-long-long-long-long-long'],
  ])('%s', (title, address) => {
    expect(addressOf(title)).toBe(address);
  });

  it('may end in a number, or in letters of its id', () => {
    expect(isAddressOf('wells', 'Wells')).toBe(true);
    expect(isAddressOf('wells-12', 'Wells')).toBe(true);
    expect(isAddressOf('wells-0a1b2c3d', 'Wells')).toBe(true);
    expect(isAddressOf('wells-of-joy', 'Wells')).toBe(false);
    expect(isAddressOf('well', 'Wells')).toBe(false);
  });
});
