import { describe, expect, it } from 'vitest';
import { hinted } from './browserSession';
import { forgetDraft, forgetDrafts, keepChange, keepDraft, keepText, readChange, readDraft, readKept } from './drafts';

describe('drafts', () => {
  it('belong to the member who wrote them', () => {
    keepDraft('campaign', 'm1', { title: 'Mine' });
    expect(readDraft('campaign', 'm1')).toEqual({ title: 'Mine' });
    expect(readDraft('campaign', 'm2')).toBeUndefined();
    forgetDraft('campaign', 'm1');
    expect(readDraft('campaign', 'm1')).toBeUndefined();
  });

  it('are all forgotten on leaving, and nothing else is', () => {
    keepDraft('campaign', 'm1', 'a');
    keepDraft('campaign', 'm2', 'b');
    sessionStorage.setItem('other', 'stays');
    forgetDrafts();
    expect(Object.keys(sessionStorage)).toEqual(['other']);
  });

  it('that outlive the tab are forgotten on leaving, too', () => {
    keepText('message', 'm1', 'Hello');
    expect(readKept('message', 'm1')).toBe('Hello');
    expect(readKept('message', 'm2')).toBe('');
    localStorage.setItem('other', 'stays');
    forgetDrafts();
    expect(readKept('message', 'm1')).toBe('');
    expect(localStorage.getItem('other')).toBe('stays');
  });

  it('that are broken count as none', () => {
    sessionStorage.setItem('callup.draft.campaign.m1', '{');
    expect(readDraft('campaign', 'm1')).toBeUndefined();
  });

  it('of a change are for what it began from only', () => {
    const from = { name: 'Mill', location: '' };
    keepChange('page', 'm1', from, { ...from, name: 'Old mill' });
    expect(readChange('page', 'm1', { ...from })).toEqual({ name: 'Old mill', location: '' });
    expect(readChange('page', 'm1', { ...from, location: 'Lyon' })).toBeUndefined();
    for (const other of ['words', null, { name: 'Mill' }, { from }]) {
      keepDraft('page', 'm1', other);
      expect(readChange('page', 'm1', from)).toBeUndefined();
    }
  });
});

describe('the session hint', () => {
  it('is one cookie among others', () => {
    expect(hinted('callup_lng=fr; callup_signed_in=1')).toBe(true);
    expect(hinted('callup_signed_in=1')).toBe(true);
    expect(hinted('callup_signed_in=; x=callup_signed_in')).toBe(false);
    expect(hinted('xcallup_signed_in=1')).toBe(false);
    expect(hinted('')).toBe(false);
  });
});
