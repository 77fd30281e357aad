import { expect, type Locator, type Page } from '@playwright/test';
import { readScreens, visitsOf } from '../../scripts/screens.ts';

/** A page to visit: its address, and who may. */
export interface Visit {
  readonly name: string;
  readonly path: string;
  readonly member: boolean;
  /** It is for those of its members who have a role. */
  readonly staff: boolean;
}

/** Every state of every screen that the app's list names; a campaign stands where an address needs one. */
export function visits(slug: string): Visit[] {
  return readScreens().flatMap((screen) =>
    visitsOf(screen).map(([name, path]) => ({
      name,
      path: path.replace('{campaign}', slug),
      member: screen.who === 'member',
      staff: screen.sidebar?.some(({ role }) => role) ?? false,
    })),
  );
}

/** Waits until the app has taken the place of the page that the server sent, where it is a page of the app. */
export async function started(page: Page): Promise<void> {
  await expect(page.locator('#root:not([data-app])')).toHaveCount(0);
}

/** Waits until a page is there: nothing grey stands in for anything, and nothing moves or changes its colour any more. */
export async function settled(page: Page): Promise<void> {
  await started(page);
  await expect(page.locator('#root main h1, #root main [role=alert]').first()).toBeVisible();
  await expect(page.locator('.bone')).toHaveCount(0);
  // The search of the header comes late, to a place that waits for it.
  await expect(page.locator('.menu-trigger:empty')).toHaveCount(0);
  // Brought to their ends rather than waited for: the end of one that is paused or in a hidden page never comes.
  // A colour that is inherited changes in waves: where it has changed, a transition of what lies within begins.
  await page.evaluate(() => {
    const running = (): Animation[] =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => playState !== 'finished' && effect?.getComputedTiming().iterations !== Infinity);
    for (let wave = 0; wave < 100; wave += 1) {
      const left = running();
      if (left.length === 0) return;
      for (const animation of left) animation.finish();
    }
    throw new Error(`${String(running().length)} animations never end`);
  });
}

/** Opens the menu of what can be done about a post or a comment. */
export async function openOptions(thing: Locator): Promise<void> {
  await thing.getByRole('button', { name: /^(Options|Opciones) / }).first().click();
  await expect(thing.getByRole('menuitem').first()).toBeVisible();
}

/** Chooses something in the menu of what can be done about a post or a comment. */
export async function chooseOption(thing: Locator, option: string): Promise<void> {
  await openOptions(thing);
  await thing.getByRole('menuitem', { name: option, exact: true }).click();
}
