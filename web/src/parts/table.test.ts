import { describe, expect, it } from 'vitest';
import { csvOf, everyItem } from './table';

describe('csvOf', () => {
  it('quotes what would break a line, and disarms what a spreadsheet would run', () => {
    expect(
      csvOf(
        'en',
        ['Name', 'Hours'],
        [
          ['Meyer, "Lu"', 1.5],
          ['=HYPERLINK("https://evil.example")', 2],
        ],
      ),
    ).toBe('Name,Hours\r\n"Meyer, ""Lu""",1.5\r\n"\'=HYPERLINK(""https://evil.example"")",2');
  });

  it('has a head where there is nothing', () => {
    expect(csvOf('en', ['Name', 'Hours'], []).trim()).toBe('Name,Hours');
  });
});

describe('a table in the reader’s language (Found44)', () => {
  const at = new Date(2026, 10, 8, 9, 5, 7, 123).toISOString();
  const row = [{ at }, 1.5, { minor: 123_450 }, 'x'];

  it.each([
    ['fr', '08/11/2026 09:05;1,5;1234,50;x'],
    ['es', '08/11/2026 09:05;1,5;1234,50;x'],
    ['en', '2026-11-08 09:05,1.5,1234.50,x'],
  ])('in %s', (locale, line) => {
    expect(csvOf(locale, ['a', 'b', 'c', 'd'], [row]).split('\r\n')[1]).toBe(line);
  });

  it('quotes what holds the delimiter', () => {
    expect(csvOf('fr', ['Nom'], [['Lu; Ana']])).toBe('Nom\r\n"Lu; Ana"');
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
