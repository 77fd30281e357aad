import { describe, expect, it } from 'vitest';
import { addressOf, isAddressOf, needsSpelling } from './address';

describe('the address of a title', () => {
  it.each([
    ['Help for Øystein’s Straße', 'help-for-oysteins-strasse'],
    ['L’été à Nîmes !', 'lete-a-nimes'],
    ['!!!', 'campaign'],
    ['long '.repeat(20), 'long-long-long-long-long-long-long-long-long-long-long-long'],
  ])('%s', (title, address) => {
    expect(addressOf(title)).toBe(address);
  });

  it('may end in a number, or in letters of its id', () => {
    expect(isAddressOf('wells', 'Wells', 'Wells')).toBe(true);
    expect(isAddressOf('wells-12', 'Wells', 'Wells')).toBe(true);
    expect(isAddressOf('wells-0a1b2c3d', 'Wells', 'Wells')).toBe(true);
    expect(isAddressOf('wells-of-joy', 'Wells', 'Wells')).toBe(false);
    expect(isAddressOf('well', 'Wells', 'Wells')).toBe(false);
  });

  it('is offered for other scripts where the title changed, or nothing of it is in the address (52)', () => {
    expect(needsSpelling('Дом 2')).toBe(true);
    expect(needsSpelling('Noël 🎄 ½')).toBe(false);
    expect(isAddressOf('dom', 'Дом', 'Дом')).toBe(true);
    expect(isAddressOf('dom', 'Новый дом', 'Дом')).toBe(false);
    expect(isAddressOf('campaign-2', 'Дом', 'Дом')).toBe(false);
  });
});
