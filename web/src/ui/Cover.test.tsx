import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
// The server's own test reads the same file.
// oxlint-disable-next-line no-restricted-imports
import covers from '../../../readapi/documents/shareimage/testdata/covers.json';
import { Cover } from './Cover';

/** What a cover is drawn from, in the file's form. */
function drawn(id: string, category: string) {
  const { container } = render(<Cover id={id} category={category} />);
  const numbers = (element: Element | null, ...names: string[]) => names.map((name) => Number(element?.getAttribute(name)));
  return {
    id,
    category,
    sun: numbers(container.querySelector('circle'), 'cx', 'cy', 'r'),
    strands: [...container.querySelectorAll('path')].map((path) => ({
      d: path.getAttribute('d'),
      width: Number(path.getAttribute('stroke-width')),
    })),
  };
}

describe('Cover', () => {
  it.each(covers)('of $id in $category is the one the server draws for previews', (cover) => {
    expect(drawn(cover.id, cover.category)).toEqual(cover);
  });

  it('is loaded at once where a list begins with it, in the size that the server’s page has loaded', () => {
    const imageOf = (first: boolean) =>
      render(<Cover id="1" category="other" photo="/media/campaign-photo/abc" first={first} />).container.querySelector('img');
    expect(imageOf(true)?.getAttribute('loading')).toBe('eager');
    expect(imageOf(true)?.sizes).toContain('calc(100vw - 42px)');
    expect(imageOf(false)?.getAttribute('loading')).toBe('lazy');
    expect(imageOf(false)?.sizes).toBe('auto, 420px');
  });
});
