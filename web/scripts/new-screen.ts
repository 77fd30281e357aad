/**
 * Writes what a new screen needs, so that lint, types and tests pass at once:
 *
 *     npm run new-screen -- my/settings /my/settings member "Settings" "Réglages" "Ajustes"
 *
 * makes `src/features/my/settings` with the page, its texts in three languages and a test, and the entry in
 * `src/app/screens.json`, from which route, document, budgets and browser tests come. Leave out `member` for a screen that
 * anyone may open.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { languages, listedScreens, type Screen } from './screens.ts';

interface Wanted {
  /** Below src/features: "my/settings". */
  readonly folder: string;
  readonly path: string;
  readonly who: 'anyone' | 'member';
  readonly titles: readonly string[];
}

/** "account-settings" is AccountSettingsPage. */
function componentOf(name: string): string {
  return `${name.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())}Page`;
}

/** A text as TypeScript writes it here. */
function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}

/** The files of a screen by their path below src. */
export function filesOf({ folder, who, titles }: Wanted): Record<string, string> {
  const name = path.posix.basename(folder);
  const component = componentOf(name);
  const texts = languages.map((language, index) => [
    `features/${folder}/texts.${language}.json`,
    `${JSON.stringify({ title: titles[index] }, undefined, 2)}\n`,
  ]);
  return {
    ...(Object.fromEntries(texts) as Record<string, string>),
    [`features/${folder}/texts.d.ts`]: `import type texts from './texts.en.json';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    ${/^\w+$/.test(name) ? name : `'${name}'`}: typeof texts;
  }
}
`,
    [`features/${folder}/${component}.tsx`]: `import { useTranslation } from 'react-i18next';
import { usePageTitle } from '@/ui/usePageTitle';

export function ${component}() {
  const { t } = useTranslation('${name}');
  usePageTitle(t('title'));
  return (
    <div className="wrap page ${name}">
      <h1>{t('title')}</h1>
    </div>
  );
}
`,
    [`features/${folder}/${component}.test.tsx`]: `import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { ${who === 'member' ? 'ana, ' : ''}renderApp } from '@/test/renderApp';
import { startTexts } from '@/test/texts';
import { ${component} } from './${component}';

beforeAll(() => startTexts());

it('says where one is', () => {
  renderApp(<${component} />${who === 'member' ? ', { session: ana }' : ''});
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(${quoted(titles[0] ?? '')});
});
`,
  };
}

/** The list with the screen before the last one, which is the page for addresses that lead nowhere. */
export function listedWith(screens: readonly Screen[], { folder, path: address, who, titles }: Wanted): Screen[] {
  const name = path.posix.basename(folder);
  if (screens.some((screen) => screen.name === name)) throw new Error(`there is a screen "${name}" already`);
  if (address.includes(':'))
    throw new Error('an address with a parameter needs visits: write its entry in src/app/screens.json by hand');
  const [en = '', fr = '', es = ''] = titles;
  const screen: Screen = {
    name,
    path: address,
    page: `features/${folder}/${componentOf(name)}`,
    ...(who === 'member' && { who }),
    title: `${name}:title`,
    about: { en, fr, es },
  };
  return [...screens.slice(0, -1), screen, ...screens.slice(-1)];
}

if (process.argv[1] === import.meta.filename) {
  const [folder = '', address = '', ...rest] = process.argv.slice(2);
  const who = rest[0] === 'member' ? 'member' : 'anyone';
  const titles = who === 'member' ? rest.slice(1) : rest;
  if (!/^[a-z][a-z0-9-]*(\/[a-z][a-z0-9-]*)?$/.test(folder) || !address.startsWith('/') || titles.length !== languages.length) {
    console.error(
      'usage: npm run new-screen -- <area/screen> </address> [member] <English title> <French title> <Spanish title>',
    );
    process.exit(1);
  }
  const src = path.resolve(import.meta.dirname, '../src');
  const wanted: Wanted = { folder, path: address, who, titles };
  const screens = listedWith(listedScreens(), wanted);
  for (const [name, content] of Object.entries(filesOf(wanted))) {
    const file = path.join(src, name);
    if (existsSync(file)) throw new Error(`src/${name} is there already`);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    console.log(`wrote src/${name}`);
  }
  writeFileSync(path.join(src, 'app/screens.json'), `${JSON.stringify(screens, undefined, 2)}\n`);
  console.log('wrote its entry in src/app/screens.json: say in "about" what search engines and previews should');
}
