import { renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startTexts } from '@/test/texts';
import { useRateSource } from './useRateSource';

/** The table that ships. */
const [source = ''] = Object.values(
  import.meta.glob<string>('../../../internal/rates/default.json', { eager: true, import: 'source' }),
);

describe('the source of a rate', () => {
  it.each([
    ['en', 'Callup default table'],
    ['fr', 'table par défaut de Callup'],
    ['es', 'tabla predeterminada de Callup'],
  ] as const)('is the table that ships, in the words of %s, or whoever published another', async (language, words) => {
    await startTexts(language);
    const { result } = renderHook(useRateSource);
    expect([source, 'European Central Bank'].map(result.current)).toEqual([words, 'European Central Bank']);
  });
});
