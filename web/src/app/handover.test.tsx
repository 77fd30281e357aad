import { act, render, screen } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { watchHold } from './handover';

const served = `
  <a href="#main">Skip</a>
  <a href="/explore">Explore</a>
  <a href="/explore">Explore</a>
  <input name="q" aria-label="Search" value="" />
  <p>Nothing to hold</p>`;

function App({ begun }: { begun: () => void }) {
  const [words, setWords] = useState('');
  useLayoutEffect(begun, [begun]);
  return (
    <>
      <a href="#main">Skip</a>
      <a href="/explore">Explore</a>
      <a href="/explore">Explore</a>
      <input name="q" aria-label="Search" value={words} onChange={(event) => setWords(event.target.value)} />
      <output>{words}</output>
    </>
  );
}

describe('what a reader holds when the app starts', () => {
  let root: HTMLElement;
  beforeEach(() => {
    root = document.createElement('div');
    document.body.replaceChildren(root);
    root.innerHTML = served;
  });

  function start(meanwhile: () => void) {
    const begun = watchHold(root);
    meanwhile();
    root.replaceChildren();
    act(() => void render(<App begun={begun} />, { container: root }));
  }

  const links = (): HTMLElement[] => [...root.querySelectorAll('a')];

  it('stays where it is', () => {
    start(() => links()[0]?.focus());
    expect(document.activeElement).toBe(links()[0]);
  });

  it('is the one of several that look the same', () => {
    start(() => links()[2]?.focus());
    expect(document.activeElement).toBe(links()[2]);
  });

  it('keeps the words typed', () => {
    start(() => {
      const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' });
      field.focus();
      field.value = 'roof';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' }).value).toBe('roof');
    expect(screen.getByRole('status').textContent).toBe('roof');
  });

  it('is nothing after a press elsewhere', () => {
    start(() => {
      links()[0]?.focus();
      document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    });
    expect(document.activeElement).toBe(document.body);
  });
});
