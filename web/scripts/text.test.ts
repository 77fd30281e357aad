import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { withText, written } from './text.ts';

it('a text is put where its key says, behind what is there', () => {
  expect(withText({ title: 'A', search: { words: 'B' } }, 'search.near', 'C')).toEqual({
    title: 'A',
    search: { words: 'B', near: 'C' },
  });
  expect(withText({}, 'title', 'A')).toEqual({ title: 'A' });
  expect(withText({ title: 'A' }, 'title', 'B')).toEqual({ title: 'B' });
});

it('a text never takes the place of others', () => {
  expect(() => withText({ search: { words: 'B' } }, 'search', 'C')).toThrow('search has texts below it');
  expect(() => withText({ title: 'A' }, 'title.long', 'C')).toThrow('title is a text');
});

it('texts that are on one line stay there', () => {
  const before = '{\n  "a": { "b": "B" },\n  "c": {\n    "d": { "e": "E" }\n  }\n}\n';
  const tree = JSON.parse(before) as Parameters<typeof withText>[0];
  expect(written(tree, before)).toBe(before);
  expect(written(withText(tree, 'c.d.f', 'F'), before)).toBe(before.replace('"E" }', '"E", "f": "F" }'));
  expect(written(withText(tree, 'g.h', 'H'), before)).toContain('"g": {\n    "h": "H"\n  }');
});

it('no file of texts is written otherwise than by hand', () => {
  const src = path.resolve(import.meta.dirname, '../src');
  const names = readdirSync(src, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => /(?:texts|common|problems)\.\w\w\.json$/.test(name));
  expect(files.length).toBeGreaterThan(0);
  const rewritten = files.filter((name) => {
    const text = readFileSync(path.join(src, name), 'utf8');
    return written(JSON.parse(text) as Parameters<typeof withText>[0], text) !== text;
  });
  expect(rewritten).toEqual([]);
});
