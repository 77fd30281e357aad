import { expect, it } from 'vitest';
import { createCommandKeys } from './commandKeys';
import { forgetDrafts } from './drafts';
import { digestOf, keepOverReload } from './keptKeys';

let made = 0;
let time = 1_000_000;

/** The keys of a page that was just loaded. */
function load() {
  const keys = createCommandKeys(() => `key-${(made += 1)}`);
  keys.open = keepOverReload(keys.open, () => time);
  return keys;
}

const post = '/api/commands/write-post';
const words = { text: 'The lamp is lit.' };

it('gives a command that was not answered its key again after a reload, and holds nothing of what it says', () => {
  const key = load().keyFor(post, words);
  expect(load().keyFor(post, words)).toBe(key);
  expect(load().keyFor(post, { text: 'The lamp is out.' })).not.toBe(key);
  expect(sessionStorage.getItem('callup.draft.unanswered.all')).toContain(key);
  expect(sessionStorage.getItem('callup.draft.unanswered.all')).not.toContain('lamp');
});

it('takes a new key once it was answered, before or after the reload', () => {
  const first = load();
  const key = first.keyFor(post, words);
  first.answered(post, words);
  const second = load();
  const another = second.keyFor(post, words);
  expect(another).not.toBe(key);
  const third = load();
  expect(third.keyFor(post, words)).toBe(another);
  third.answered(post, words);
  expect(load().keyFor(post, words)).not.toBe(another);
});

it('forgets them with what somebody leaves when they sign out', () => {
  const key = load().keyFor(post, words);
  forgetDrafts();
  expect(load().keyFor(post, words)).not.toBe(key);
});

it('keeps them for half an hour, and twenty at most', () => {
  const key = load().keyFor(post, words);
  time += 31 * 60 * 1000;
  const again = load();
  const another = again.keyFor(post, words);
  expect(another).not.toBe(key);
  for (let other = 0; other < 20; other += 1) again.keyFor(post, { text: String(other) });
  expect(again.keyFor(post, words)).toBe(another);
  const after = load();
  expect(after.keyFor(post, { text: '0' })).not.toBe(another);
  expect((JSON.parse(sessionStorage.getItem('callup.draft.unanswered.all') ?? '[]') as unknown[]).length).toBe(20);
});

it('takes for new what was taken back since the reload, and not what is under way', () => {
  const reaction = '/api/commands/toggle-reaction';
  const key = load().keyFor(reaction, { kind: 'like' });
  const page = load();
  const love = page.keyFor(reaction, { kind: 'love' });
  page.keyFor(reaction, { kind: '' });
  page.answered(reaction, { kind: '' });
  expect(page.keyFor(reaction, { kind: 'like' })).not.toBe(key);
  expect(load().keyFor(reaction, { kind: 'love' })).toBe(love);
});

it('tells texts apart', () => {
  expect(new Set(['', 'a', 'b', 'ab', 'ba'].map(digestOf)).size).toBe(5);
});
