import { act, render } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Button } from '@/ui/Button';
import { guardAgainstTranslators } from './translators';

// Put back as they were.
// oxlint-disable-next-line typescript/unbound-method
const { insertBefore, removeChild } = Node.prototype;
const written = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') as PropertyDescriptor;

beforeAll(() => guardAgainstTranslators(document.body));
afterAll(() => {
  Object.assign(Node.prototype, { insertBefore, removeChild });
  Object.defineProperty(Node.prototype, 'nodeValue', written);
});

/** Does what the translators of browsers do: each text is replaced by an element that holds another one. */
function translate(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const outer = document.createElement('font');
    outer.appendChild(document.createElement('font')).textContent = `«${text.nodeValue ?? ''}»`;
    text.parentNode?.replaceChild(outer, text);
  }
}

function Price({ amount, busy = false, note }: { amount: number; busy?: boolean; note?: string }) {
  return (
    <p>
      {note && <b>{note}</b>}
      Give {amount} euros
      <Button busy={busy}>Give {amount}</Button>
    </p>
  );
}

it('goes on after a translator replaced its texts (Found29)', () => {
  const { container, rerender, unmount } = render(<Price amount={50} />);
  translate(container);
  expect(container.textContent).toBe('«Give »«50»« euros»«Give »«50»');
  act(() => rerender(<Price amount={100} busy note="Now" />));
  expect(container.textContent).toBe('Now«Give »100« euros»«Give »100');
  translate(container);
  act(() => rerender(<Price amount={20} />));
  expect(container.textContent).toContain('20');
  expect(container.textContent).not.toContain('100');
  unmount();
  expect(container.textContent).toBe('');
});

it('puts conditional texts where they belong, and takes them away', () => {
  const show = (on: boolean) => (
    <p>
      {on ? 'yes' : null}
      <i>mark</i>
      {on ? null : 'no'} end
    </p>
  );
  const { container, rerender } = render(show(true));
  translate(container);
  act(() => rerender(show(false)));
  expect(container.textContent).not.toContain('yes');
  expect(container.textContent).toContain('no');
  translate(container);
  act(() => rerender(show(true)));
  expect(container.textContent?.startsWith('yes')).toBe(true);
  expect(container.textContent).not.toContain('no');
});
