import { waitFor } from '@testing-library/react';
import i18next, { type TOptions } from 'i18next';
import { describe, expect, it, vi } from 'vitest';
import { screens as framed } from 'virtual:frame';
import { screens } from 'virtual:screens';
import { languages } from '@/i18n/languages';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import listed from './screens.json';

/** Gives a text by its full name, "explore:title". */
const say = i18next.t as (name: string, options?: TOptions) => string;

/** The address of one of a screen, where nothing is. */
function addressOf(path: string): string {
  return path === '*' ? '/no/such/page' : path.replaceAll(/:\w+/g, 'nothing');
}

// The server writes the same title from the same list, so that it stays when the app starts.
describe.each(languages)('in %s', (language) => {
  it.each([...screens, ...framed])('$path has the title of the list of screens', async ({ path, member, load }) => {
    vi.spyOn(console, 'error').mockReturnValue();
    await startTexts(language);
    serve({});
    const Page = await load();
    const { unmount } = renderApp(<Page />, { route: path, path: addressOf(path), ...(member && { session: ana }) });
    const title = listed.find((screen) => screen.path === path)?.title ?? '';
    await waitFor(() => expect(document.title).toBe(`${say(title)} - Callup - Community Resource Planner`));
    unmount();
    document.title = '';
  });
});
