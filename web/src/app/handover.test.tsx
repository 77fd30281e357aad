import { act, render, screen } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { watchHold } from './handover';

const served = `
  <a href="#main">Skip</a>
  <a href="/explore">Explore</a>
  <a href="/explore">Explore</a>
  <input name="q" aria-label="Search" value="" />
  <select aria-label="Order"><option value="new" selected>New</option><option value="near">Near</option></select>
  <label><input type="radio" name="need" checked />All</label>
  <label><input type="radio" name="need" />Money</label>
  <label><input type="checkbox" />Agreed</label>
  <details><summary>Words</summary><input aria-label="Message" /></details>
  <p>Nothing to hold</p>`;

function App({ begun }: { begun: () => void }) {
  const [words, setWords] = useState('');
  const [order, setOrder] = useState('new');
  const [need, setNeed] = useState('all');
  const [agreed, setAgreed] = useState(false);
  useLayoutEffect(begun, [begun]);
  return (
    <>
      <a href="#main">Skip</a>
      <a href="/explore">Explore</a>
      <a href="/explore">Explore</a>
      <input name="q" aria-label="Search" value={words} onChange={(event) => setWords(event.target.value)} />
      <select aria-label="Order" value={order} onChange={(event) => setOrder(event.target.value)}>
        <option value="new">New</option>
        <option value="near">Near</option>
      </select>
      {['all', 'money'].map((each) => (
        <input key={each} type="radio" name="need" checked={need === each} onChange={() => setNeed(each)} />
      ))}
      <input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
      <details>
        <summary>Words</summary>
        <input aria-label="Message" />
      </details>
      <output>{[words, order, need, agreed].join(' ')}</output>
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

  async function start(meanwhile: () => void | Promise<void>) {
    const begun = watchHold(root);
    await meanwhile();
    root.replaceChildren();
    act(() => void render(<App begun={begun} />, { container: root }));
  }

  const links = (): HTMLElement[] => [...root.querySelectorAll('a')];

  it('stays where it is', async () => {
    await start(() => links()[0]?.focus());
    expect(document.activeElement).toBe(links()[0]);
  });

  it('is the one of several that look the same', async () => {
    await start(() => links()[2]?.focus());
    expect(document.activeElement).toBe(links()[2]);
  });

  it('keeps a fold open that was opened, and what is typed in it', async () => {
    const message = () => screen.getByLabelText<HTMLInputElement>('Message');
    await start(async () => {
      await userEvent.click(screen.getByText('Words'));
      await userEvent.type(message(), 'For the roof');
    });
    expect(message().closest('details')?.open).toBe(true);
    expect(document.activeElement).toBe(message());
    expect(message().value).toBe('For the roof');
  });

  it('keeps a fold open that was opened before it was watched', async () => {
    screen.getByText('Words').click();
    await start(() => undefined);
    expect(screen.getByText('Words').parentElement?.hasAttribute('open')).toBe(true);
  });

  it('keeps a fold open that was opened just before', async () => {
    await start(async () => {
      screen.getByText('Words').click();
      await Promise.resolve();
    });
    expect(screen.getByText('Words').parentElement?.hasAttribute('open')).toBe(true);
  });

  const search = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Search' });

  async function type(words: string) {
    await userEvent.type(search(), words);
  }

  it('keeps the words typed', async () => {
    await start(() => type('roof'));
    expect(document.activeElement).toBe(search());
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('roof new all false'), { timeout: 10_000 });
    expect(search().value).toBe('roof');
  });

  it('keeps words and choices after a press elsewhere', async () => {
    await start(async () => {
      await type('roof');
      await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'near');
      await userEvent.click(screen.getByRole('radio', { name: 'Money' }));
      await userEvent.click(screen.getByRole('checkbox', { name: 'Agreed' }));
      await userEvent.click(screen.getByText('Nothing to hold'));
    });
    expect(document.activeElement).toBe(document.body);
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('roof near money true'), { timeout: 10_000 });
  });

  it('keeps what was typed before it was watched', async () => {
    search().value = 'roof';
    await start(() => undefined);
    await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('roof new all false'), { timeout: 10_000 });
  });

  it('is nothing after a press elsewhere', async () => {
    await start(() => {
      links()[0]?.focus();
      document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    });
    expect(document.activeElement).toBe(document.body);
  });
});
