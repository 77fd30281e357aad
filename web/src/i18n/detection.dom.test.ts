import { afterEach, describe, expect, it, vi } from 'vitest';
import { firstKnown, languageDetector } from './detection';

function visit(address: string, browser: readonly string[], documentTag: string): void {
  history.replaceState(null, '', address);
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser);
  document.documentElement.lang = documentTag;
}

describe('languageDetector', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    history.replaceState(null, '', '/');
    document.documentElement.removeAttribute('lang');
  });

  it('asks the address first, then the choice made before, then the browser, then the document', () => {
    visit('/explore?lng=es', ['fr-CA'], 'en');
    localStorage.setItem('i18nextLng', 'en');
    expect(languageDetector.detect()).toBe('es');
    visit('/explore', ['fr-CA'], 'es');
    expect(languageDetector.detect()).toBe('en');
    localStorage.removeItem('i18nextLng');
    expect(languageDetector.detect()).toBe('fr');
    visit('/explore', [], 'es');
    expect(languageDetector.detect()).toBe('es');
  });

  it('passes over languages that the app does not have', () => {
    visit('/?lng=de', ['it-IT', 'es-MX', 'fr'], 'en');
    localStorage.setItem('i18nextLng', 'xx');
    expect(languageDetector.detect()).toBe('es');
    visit('/', ['it'], '');
    expect(languageDetector.detect()).toBe('en');
  });

  it('keeps what is chosen', () => {
    languageDetector.cacheUserLanguage?.('fr');
    expect(localStorage.getItem('i18nextLng')).toBe('fr');
  });

  it('goes on where storage is forbidden', () => {
    visit('/', ['fr-FR'], 'en');
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(languageDetector.detect()).toBe('fr');
    expect(() => languageDetector.cacheUserLanguage?.('es')).not.toThrow();
  });
});

describe('firstKnown', () => {
  it('reads tags whatever their case and variant', () => {
    expect(firstKnown([null, '', 'DE', 'FR-ca'])).toBe('fr');
    expect(firstKnown([])).toBe('en');
  });
});
