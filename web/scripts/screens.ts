/**
 * Reads `src/app/screens.json`, the one list of the app's screens. From it come the router (a Vite plugin makes the
 * modules `virtual:screens` and `virtual:frame`), the titles and addresses of the server's documents, the size budgets,
 * and what the browser tests and the pictures visit. A page that is not in the list fails the build and the tests.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

export const languages = ['en', 'fr', 'es'] as const;
const src = path.resolve(import.meta.dirname, '../src');
const list = path.join(src, 'app/screens.json');

/** Kilobytes of JavaScript before the first use, by what a screen is for. */
export const budgets = { reading: 190, form: 215, member: 350 } as const;

/** The groups of the sidebar, in their order; each but the first has a heading. */
export const sidebarGroups = ['dashboard', 'spaces', 'explore', 'add', 'staff', 'help'] as const;

/** Whom a page is for beside members without a role; `staff` is anybody with one. */
export const staffRoles = ['staff', 'moderator', 'auditor', 'administrator'] as const;

export interface Screen {
  /** What tests and pictures call it; unique. */
  readonly name: string;
  /** Its address, as the router writes it: "/campaign/:slug". */
  readonly path: string;
  /** Its component's file below src, without ".tsx"; the component has the file's name. */
  readonly page: string;
  /** Who may open it; anyone where it is left out. */
  readonly who?: 'anyone' | 'member';
  /** Its entries in the sidebar of members' pages, in the order of the list. */
  readonly sidebar?: ReadonlyArray<{
    readonly group: (typeof sidebarGroups)[number];
    /** A name from `ui/MemberIcon.tsx` or `ui/Icon.tsx`. */
    readonly icon: string;
    /** The key of its text among the frame's: "dashboard" is `frame:entries.dashboard`. */
    readonly text: string;
    /** Only members with this role are shown it, and administrators. */
    readonly role?: (typeof staffRoles)[number];
  }>;
  /** `reading` for anyone's pages and `member` for members', where it is left out. */
  readonly budget?: keyof typeof budgets;
  /** In the sitemap, found but not in it, or hidden from search engines. Members' screens are hidden where it is left out. */
  readonly search?: 'listed' | 'found' | 'hidden';
  /** The text that is its title, such as "explore:title". */
  readonly title: string;
  /** Folders below src whose texts it needs beside its own: the features it is put together from. */
  readonly texts?: readonly string[];
  /** What search engines and previews say of it: a text of the app, or its words in each language. */
  readonly about: string | Readonly<Record<(typeof languages)[number], string>>;
  /** Addresses to visit, by name; its own where it is left out. {campaign} is one's slug. */
  readonly visits?: Readonly<Record<string, string>>;
}

/** Whether a screen is one of a member's own or of the staff's, which stand in a frame with a sidebar. */
export function isFramed({ path: address }: Pick<Screen, 'path'>): boolean {
  return /^\/(my|admin)(\/|$)/.test(address);
}

/** The folders below src with a screen's texts: its own, where it has one of its own, and those it names. */
export function textFoldersOf({ page, texts = [] }: Pick<Screen, 'page' | 'texts'>): string[] {
  const own = path.posix.dirname(page);
  return own === 'app' ? [...texts] : [own, ...texts];
}

/** The namespaces of a screen's texts: the names of their folders. The app's own pages need none but the common ones. */
export function namespacesOf(screen: Pick<Screen, 'page' | 'texts'>): string[] {
  return textFoldersOf(screen).map((folder) => path.posix.basename(folder));
}

export function budgetOf({ who, budget }: Screen): number {
  return budgets[budget ?? (who === 'member' ? 'member' : 'reading')];
}

/** Where tests and pictures go, by name. */
export function visitsOf({ name, path: address, visits }: Screen): ReadonlyArray<readonly [name: string, path: string]> {
  return Object.entries(visits ?? { [name]: address });
}

/** What is wrong with the list, in sentences that say what to do. */
export function faultsIn(screens: readonly Screen[], pages: readonly string[]): string[] {
  const faults: string[] = [];
  const names = screens.map(({ name }) => name);
  for (const page of pages) {
    if (screens.some((screen) => screen.page === page)) continue;
    faults.push(
      `src/${page}.tsx is no screen yet: add {"name", "path", "page": "${page}", "title", "about"} to src/app/screens.json,` +
        ' or name the file without "Page"',
    );
  }
  for (const screen of screens) {
    const { name, page } = screen;
    const say = (what: string) => faults.push(`the screen "${name}" in src/app/screens.json ${what}`);
    if (!pages.includes(page)) say(`has the page ${page}, but there is no src/${page}.tsx`);
    if (names.filter((other) => other === name).length > 1) say('has the name of another');
    if (!/^[\w-]+:[\w.]+$/.test(screen.title ?? '')) say('needs a "title": a text of the app, such as "explore:title"');
    if (screen.budget && !(screen.budget in budgets)) say(`has a budget that is none of ${Object.keys(budgets).join(', ')}`);
    const listed = screen.search === undefined ? screen.who !== 'member' : screen.search === 'listed';
    if (listed && screen.path.includes(':'))
      say('has no address of its own for the sitemap: give it "search": "found" or "hidden"');
    if (screen.sidebar?.some(({ group }) => !sidebarGroups.includes(group)))
      say(`has a group in the sidebar that is none of ${sidebarGroups.join(', ')}`);
    if (screen.sidebar?.some(({ role }) => role && !staffRoles.includes(role)))
      say(`has a role in the sidebar that is none of ${staffRoles.join(', ')}`);
    if (screen.sidebar && screen.path.includes(':')) say('has no address of its own: leave its "sidebar" out');
    const about = screen.about ?? {};
    if (typeof about !== 'string' && languages.some((language) => !about[language])) say('needs an "about" in each language');
    for (const [visit, address] of visitsOf(screen)) {
      if (/[:*]/.test(address))
        say(`can't be visited at ${address} ("${visit}"): give it "visits" with an address for each state worth a look`);
    }
  }
  return faults;
}

/** Every file that is a page by its name, below src and without ".tsx". */
export function pagesIn(folder: string = src): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => /^(?:app|features)(?:\/.*)?\/\w+Page\.tsx$/.test(name))
    .map((name) => name.replace(/\.tsx$/, ''));
}

/** The list as it stands, unchecked. */
export function listedScreens(): Screen[] {
  return JSON.parse(readFileSync(list, 'utf8')) as Screen[];
}

/** The screens. Throws with everything that is wrong with the list. */
export function readScreens(): Screen[] {
  const screens = listedScreens();
  const faults = faultsIn(screens, pagesIn());
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return screens;
}

/** Screens as the router needs them: nothing that only the server or the tests read goes into the app. */
function routed(screens: readonly Screen[]): string {
  const entries = screens.map((screen) => {
    const component = path.posix.basename(screen.page);
    const load = `() => import('/src/${screen.page}.tsx').then((page) => page.${component})`;
    const namespaces = namespacesOf(screen);
    const known = {
      path: screen.path,
      member: screen.who === 'member' || undefined,
      namespaces: namespaces.length > 0 ? namespaces : undefined,
    };
    return `${JSON.stringify(known).slice(0, -1)},load:${load}}`;
  });
  return `export const screens = [\n${entries.join(',\n')}\n];\n`;
}

/** The screens that everybody's router knows from the start. */
function screensOf(screens: readonly Screen[]): string {
  return routed(screens.filter((screen) => !isFramed(screen)));
}

/** What the frame of members' pages needs: its screens, its sidebar's entries, and the titles above the pages. */
function frameOf(screens: readonly Screen[]): string {
  const entries = screens
    .flatMap(({ path: address, sidebar = [] }) => sidebar.map((entry) => ({ path: address, ...entry })))
    .toSorted((a, b) => sidebarGroups.indexOf(a.group) - sidebarGroups.indexOf(b.group));
  const framed = screens.filter(isFramed);
  const titles = framed.map(({ path: address, title }) => ({ path: address, title }));
  const named = Object.entries({ entries, titles }).map(([name, all]) => `export const ${name} = ${JSON.stringify(all)};\n`);
  return routed(framed) + named.join('');
}

const modules: Readonly<Record<string, (screens: readonly Screen[]) => string>> = {
  'virtual:screens': screensOf,
  'virtual:frame': frameOf,
};

/** Vite plugin that makes `virtual:screens` and `virtual:frame`. */
export function screensModule(): Plugin {
  return {
    name: 'callup:screens',
    resolveId(id) {
      return id in modules ? `\0${id}` : undefined;
    },
    load(id) {
      const make = id.startsWith('\0') ? modules[id.slice(1)] : undefined;
      if (!make) return undefined;
      this.addWatchFile(list);
      return make(readScreens());
    },
  };
}
