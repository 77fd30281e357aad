import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What axe finds wrong with a page, by these rules or by all, each with its place. */
async function analysed(page: Page, rules?: string[]): Promise<string[]> {
  // Our pages hold no frames of other origins, so that axe need not open a page of its own to put results together.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations: found } = await (rules ? axe.withRules(rules) : axe).analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** The kinds of elements that axe has looked at, in this worker and in the theme that each begins with. */
const lookedAt = new Set<string>();

/**
 * The kinds of elements that a page shows: what it is, looks like and lies in, and what gives it a name. Two elements of one
 * kind are right or wrong alike.
 */
function kindsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const own = (element: Element): string => {
      const has = (name: string) => element.hasAttribute(name);
      const named = ['aria-label', 'aria-labelledby', 'alt', 'title', 'for', 'id', 'href', 'placeholder'].filter(has).join(',');
      const text = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      const aria = ['hidden', 'expanded', 'selected', 'invalid'].map((name) => `aria-${name}`);
      const telling = ['role', 'type', 'lang', 'tabindex', 'disabled', ...aria];
      const states = telling.map((name) => element.getAttribute(name) ?? '').join(',');
      return [element.localName, [...element.classList].toSorted().join('.'), states, named, text].join('|');
    };
    const theme = document.documentElement.dataset.theme ?? '';
    const kinds = new Set<string>();
    for (const element of document.querySelectorAll('body, body *')) {
      if (!element.checkVisibility()) continue;
      kinds.add(`${theme}>${element.parentElement ? own(element.parentElement) : ''}>${own(element)}`);
    }
    return [...kinds];
  });
}

/** Everything that is wrong with a page. */
export async function allViolations(page: Page): Promise<string[]> {
  for (const kind of await kindsOf(page)) lookedAt.add(kind);
  return await analysed(page);
}

/**
 * What is wrong with a page in the state it is in, where it shows a kind of element that axe has not looked at yet. An
 * analysis costs as much as a visit, so that nothing is analysed twice.
 */
export async function violations(page: Page): Promise<string[]> {
  const kinds = await kindsOf(page);
  if (kinds.every((kind) => lookedAt.has(kind))) return [];
  const found = await analysed(page);
  // What is wrong is looked at again wherever it is.
  if (found.length === 0) for (const kind of kinds) lookedAt.add(kind);
  return found;
}

/** What depends on colours alone: all there is to look at again in the other theme. */
export function violationsOfColours(page: Page): Promise<string[]> {
  return analysed(page, ['color-contrast', 'link-in-text-block']);
}
