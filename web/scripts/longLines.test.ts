import { expect, it } from 'vitest';
import { limit, longLines } from './longLines.ts';

it('a line that is too long is named, counted as people count', () => {
  const text = ['é'.repeat(limit), '🎈'.repeat(limit), `${'x'.repeat(limit)}y`].join('\n');
  expect(longLines('src/a.ts', text)).toEqual(['src/a.ts:3 has 131 characters: break it at 130']);
});
