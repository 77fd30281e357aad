import { describe, expect, it } from 'vitest';
import { csvOf, everyItem } from './table';

describe('csvOf', () => {
  it('quotes what would break a line, and disarms what a spreadsheet would run', () => {
    expect(
      csvOf(
        ['Name', 'Hours'],
        [
          ['Meyer, "Lu"', 1.5],
          ['=HYPERLINK("https://evil.example")', 2],
        ],
      ),
    ).toBe('Name,Hours\r\n"Meyer, ""Lu""",1.5\r\n"\'=HYPERLINK(""https://evil.example"")",2');
  });

  it('has a head where there is nothing', () => {
    expect(csvOf(['Name', 'Hours'], []).trim()).toBe('Name,Hours');
  });
});

describe('everyItem', () => {
  const page = (ids: readonly string[], next: string, total: number) =>
    Promise.resolve({ items: ids.map((id) => ({ id })), next, total });

  it('reads page after page', async () => {
    const all = await everyItem((cursor) => (cursor === '' ? page(['a', 'b'], 'on', 3) : page(['c'], '', 3)));
    expect(all.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('reads again where something moved from a page to come to one that was read', async () => {
    let readings = 0;
    const all = await everyItem((cursor) => {
      if (cursor === '') readings += 1;
      if (readings > 1) return cursor === '' ? page(['c', 'a'], 'on', 3) : page(['b'], '', 3);
      return cursor === '' ? page(['a', 'b'], 'on', 3) : page(['b'], '', 3);
    });
    expect(all.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });

  it('says so where the list never stays', async () => {
    await expect(everyItem(() => page(['a'], '', 2))).rejects.toThrow('changes faster');
  });
});
