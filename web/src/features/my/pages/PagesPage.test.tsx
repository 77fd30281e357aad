import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { beforeAll, expect, it } from 'vitest';
import type { Page } from '@/api/generated/pages';
import { keepDraft } from '@/api/drafts';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { PageForm } from './PageForm';
import { PagePage } from './PagePage';
import { PagesPage } from './PagesPage';

beforeAll(() => startTexts());

const mill: Page = {
  id: '11111111-1111-4111-8111-111111111111',
  kind: 'company',
  name: 'Mill',
  description: 'Grinds',
  industry: '',
  location: '',
  website: 'https://mill.example/',
  lang: 'en',
  logo: '',
  followers: 1,
  creator: 'Olga',
  opened_at: '2026-11-20T09:00:00Z',
  said_at: '2026-11-20T09:00:00Z',
  collects: false,
  following: false,
  own: false,
  edits: false,
  editors: 0,
  campaigns: 0,
};

it('shows the pages there are, and how many of each kind', async () => {
  serve({ '/api/pages': { body: { items: [mill], total: 1, next: '', kinds: [{ kind: 'company', count: 1 }] } } });
  renderApp(<PagesPage />, { session: ana });
  expect((await screen.findByRole('link', { name: 'Mill' })).getAttribute('href')).toBe(`/my/pages/${mill.id}`);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Companies 1' }).checked).toBe(false);
  screen.getByText('1 follower');
  expect(screen.getByRole('link', { name: 'mill.example' }).getAttribute('rel')).toBe('nofollow ugc noopener');
  screen.getByRole('button', { name: 'Follow, Mill' });
});

it('says no figure before it is known', async () => {
  serve({ '/api/pages': { status: 500, body: { code: 'internal' } } });
  renderApp(<PagesPage />, { session: ana });
  await screen.findAllByRole('alert');
  expect(screen.getAllByRole('radio', { name: /^[^\d]+$/ })).toHaveLength(screen.getAllByRole('radio').length);
});

it('says of a page that is closed while one looks at it that it is', async () => {
  const path = `/my/pages/${mill.id}`;
  const gone = { status: 404, body: { code: 'page_not_found' } };
  serve({ [`/api/pages/${mill.id}`]: [{ body: mill }, gone], '/api/me': { body: { roles: [] } } });
  const { push } = renderApp(<PagePage />, { session: ana, path, route: '/my/pages/:id' });
  await screen.findByRole('heading', { level: 1, name: 'Mill' });
  push(`page/${mill.id}`, 'page', null);
  await screen.findByRole('heading', { level: 1, name: 'Mill is closed' });
  expect(screen.queryByRole('button', { name: /Follow/ })).toBeNull();
});

it('asks for a name before a page is made', async () => {
  const user = userEvent.setup();
  const sent = serve({ '/api/pages': { body: { items: [], total: 0, next: '', kinds: [] } } });
  renderApp(<PagesPage />, { session: ana });
  await screen.findByRole('heading', { name: 'No pages found' });
  await user.click(screen.getByRole('button', { name: 'Create Page' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Page' }));
  await user.click(dialog.getByRole('button', { name: 'Create Page' }));
  await dialog.findByText('Please fill this in');
  expect(sent.filter(({ path }) => path.includes('create-page'))).toEqual([]);
});

/** Opens the change of a page, as after a reload; gives back two of its fields. */
function edit(page: Page) {
  const nothing = () => undefined;
  const { unmount } = renderApp(<PageForm page={page} onDone={nothing} onClose={nothing} />, { session: ana });
  const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
  return { unmount, name: field(/^Name/), location: field(/^Location/) };
}

it('finds a kept change of a page again unless any field was changed since', async () => {
  const user = userEvent.setup();
  const first = edit(mill);
  await user.type(first.name, ' on the hill');
  first.unmount();
  const again = edit({ ...mill, followers: 7 });
  expect(again.name.value).toBe('Mill on the hill');
  again.unmount();
  const changed = edit({ ...mill, location: 'Lyon' });
  expect([changed.name.value, changed.location.value]).toEqual(['Mill', 'Lyon']);
});

it('takes no kept change of a page that does not say what it began from', () => {
  const { kind, name, description, industry, location, website } = mill;
  keepDraft(`page.${mill.id}`, 'm1', { kind, name: `${name} of old`, description, industry, location, website });
  expect(edit(mill).name.value).toBe('Mill');
});

/** Opens the change of a page, which somebody else changes meanwhile; gives back how they do. */
function editTogether(user: ReturnType<typeof userEvent.setup>) {
  let show: (page: Page) => void = () => undefined;
  function Edited() {
    const [page, setPage] = useState(mill);
    useEffect(() => {
      show = setPage;
    }, []);
    return <PageForm page={page} onDone={() => undefined} onClose={() => undefined} />;
  }
  renderApp(<Edited />, { session: ana });
  const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
  return {
    name: field(/^Name/u),
    location: field(/^Location/u),
    becomes: (page: Partial<Page>) => act(() => show({ ...mill, said_at: '2026-11-20T09:05:00.5Z', ...page })),
    save: () => user.click(screen.getByRole('button', { name: 'Save' })),
  };
}

it('keeps what is written of a page that somebody else changes, and saves over that only once one chose to', async () => {
  const user = userEvent.setup();
  const changed = { status: 409, body: { status: 409, code: 'page_changed', title: '', detail: '' } };
  const sent = serve({ '/api/commands/revise-page': changed, [`/api/pages/${mill.id}`]: { body: mill } });
  const edited = editTogether(user);
  await user.type(edited.name, ' on the hill');
  edited.becomes({ name: 'Windmill', location: 'Lyon' });
  await screen.findByText('This page was changed while you were writing');
  await edited.save();
  await screen.findByText('Nothing was saved: this page was changed while you were writing');
  expect(edited.name.value).toBe('Mill on the hill');
  await user.click(screen.getByRole('button', { name: 'Keep my version' }));
  await screen.findByText(/When you save, it replaces the newer version/u);
  // Where one wrote nothing, nothing of the other's is undone.
  expect([edited.name.value, edited.location.value]).toEqual(['Mill on the hill', 'Lyon']);
  await edited.save();
  await screen.findByText('The page could not be saved');
  const built = sent.filter(({ path }) => path.includes('revise-page')).map(({ body }) => body as { builds_on: string });
  expect(built.map((body) => body.builds_on)).toEqual([mill.said_at, '2026-11-20T09:05:00.5Z']);
});

it('takes what somebody else changed of a page in, and has nothing to choose where it says the same again', async () => {
  const user = userEvent.setup();
  const sent = serve({ '/api/commands/revise-page': { body: { position: 1 } } });
  const edited = editTogether(user);
  await user.type(edited.name, ' on the hill');
  edited.becomes({ location: 'Lyon' });
  await screen.findByText('This page was changed while you were writing');
  expect(screen.queryByRole('button', { name: 'Keep my version' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Use newer version' }));
  expect([edited.name.value, edited.location.value]).toEqual(['Mill on the hill', 'Lyon']);
  edited.becomes({ location: 'Lyon', said_at: '2026-11-20T09:07:00Z' });
  expect(screen.queryByText('This page was changed while you were writing')).toBeNull();
  await edited.save();
  await waitFor(() =>
    expect(sent.find(({ path }) => path.includes('revise-page'))?.body).toMatchObject({
      name: 'Mill on the hill',
      location: 'Lyon',
      builds_on: '2026-11-20T09:07:00Z',
    }),
  );
});
