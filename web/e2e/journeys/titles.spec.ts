import type { Page } from '@playwright/test';
import { campaign, signedIn, somebody } from '../support/api.ts';
import { settled, type Visit, visits } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

/** What the document is called that the server sends. */
function titleIn(document: string): string {
  return /<title>([^<]*)<\/title>/.exec(document)?.[1] ?? '';
}

async function keepsItsTitle(page: Page, { name, path }: Pick<Visit, 'name' | 'path'>): Promise<void> {
  await test.step(name, async () => {
    const answer = await page.goto(path);
    const sent = titleIn((await answer?.text()) ?? '');
    expect(sent).toMatch(/^\S.* - Callup - Community Resource Planner$/);
    await settled(page);
    expect(await page.title()).toBe(sent);
  });
}

for (const locale of ['en-GB', 'fr-FR', 'es-ES']) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('every page keeps the title the server gave it', async ({ page, request }) => {
      const { slug } = await campaign(request);
      const pages = [...visits(slug), { name: 'thanks', path: `/campaign/${slug}/thanks?donation=nothing`, member: false }];
      for (const visit of pages.filter(({ member }) => !member)) await keepsItsTitle(page, visit);
      await signedIn(page, somebody('Amina Diallo'));
      for (const visit of pages.filter(({ member }) => member)) await keepsItsTitle(page, visit);
    });
  });
}
