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

export function violations(page: Page): Promise<string[]> {
  return analysed(page);
}

/** What depends on colours alone: all there is to look at again in the other theme. */
export function violationsOfColours(page: Page): Promise<string[]> {
  return analysed(page, ['color-contrast', 'link-in-text-block']);
}
