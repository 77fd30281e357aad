import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { currentToast, dismissToast } from '@/ui/toast';
import { ProfilePage } from './ProfilePage';

const me = {
  id: 'm1',
  name: 'Ana',
  email: 'ana@example.org',
  bio: 'I mend radios.',
  location: 'Lyon',
  skills: ['Radios'],
  shows: ['name', 'bio'],
  lang: 'en',
  roles: [],
  created_at: '2026-11-20T10:00:00Z',
};

beforeAll(() => startTexts());

const user = userEvent.setup();

async function edit(): Promise<void> {
  renderApp(<ProfilePage />, { session: ana });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
}

const bio = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'About you' });

it('shows what is kept, the address to be read only', async () => {
  serve({ '/api/me': { body: me } });
  await edit();
  const fields = screen.getAllByRole<HTMLInputElement>('textbox');
  expect(fields.map(({ value }) => value)).toEqual(['Ana', 'Lyon', 'I mend radios.', '']);
  expect(screen.getByText('ana@example.org')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Display name' }));
});

it('forgets on Cancel what was typed', async () => {
  const sent = serve({ '/api/me': { body: me } });
  await edit();
  await user.type(bio(), ' And bicycles.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('I mend radios.')).toBeTruthy();
  const again = screen.getByRole('button', { name: 'Edit' });
  expect(document.activeElement).toBe(again);
  await user.click(again);
  expect(bio().value).toBe('I mend radios.');
  expect(sent.filter(({ path }) => !['/api/me', '/api/me/contributions'].includes(path))).toEqual([]);
});

it('saves without the spaces around, empty too, and shows it', async () => {
  const sent = serve({ '/api/me': { body: me }, '/api/commands/revise-profile': { body: { position: '7' } } });
  await edit();
  await user.clear(screen.getByRole('textbox', { name: 'Display name' }));
  await user.type(screen.getByRole('textbox', { name: 'Place' }), '  ');
  await user.clear(bio());
  await user.type(bio(), '  I mend all.  ');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('I mend all.')).toBeTruthy();
  expect(screen.getByText('No display name')).toBeTruthy();
  await waitFor(() => expect(currentToast()?.title).toBe('Profile updated successfully'));
  expect(sent.find(({ path }) => path.endsWith('revise-profile'))?.body).toEqual({
    display_name: '',
    location: 'Lyon',
    bio: 'I mend all.',
    skills: ['Radios'],
    lang: 'en',
  });
  dismissToast();
});

it('counts the words about oneself, and takes at most 500 characters', async () => {
  const sent = serve({ '/api/me': { body: me } });
  await edit();
  expect(screen.getByText('14/500')).toBeTruthy();
  await user.clear(bio());
  await user.click(bio());
  await user.paste('🙂'.repeat(501));
  expect(screen.getByText('501/500')).toBeTruthy();
  expect(await screen.findByText('At most 500 characters, please')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(sent.filter(({ path }) => !['/api/me', '/api/me/contributions'].includes(path))).toEqual([]);
  await user.clear(bio());
  await user.paste('🙂'.repeat(500));
  expect(screen.getByText('500/500')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('At most 500 characters, please')).toBeNull());
});

it('keeps what was typed when saving fails, and shows what is kept behind it', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  serve({ '/api/me': { body: me }, '/api/commands/revise-profile': { status: 422, body: { status: 422, code: 'unknown' } } });
  await edit();
  await user.type(screen.getByRole('textbox', { name: 'Display name' }), ' B.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to update profile');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Display name' }).value).toBe('Ana B.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByText('Ana')).toBeTruthy();
});

it('says that it could not be loaded', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  serve({ '/api/me': { status: 404, body: { status: 404, code: 'member_not_found' } } });
  renderApp(<ProfilePage />, { session: ana });
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load profile');
});

it('adds skills by Enter and takes them away, each once (O25)', async () => {
  const sent = serve({ '/api/me': { body: me }, '/api/commands/revise-profile': { body: { position: '7' } } });
  await edit();
  const field = screen.getByRole('textbox', { name: 'Skills' });
  await user.type(field, 'Sewing{Enter}radios{Enter}First aid,');
  await user.click(screen.getByRole('button', { name: 'Remove Radios' }));
  expect(sent.some(({ path }) => path.endsWith('revise-profile'))).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent.find(({ path }) => path.endsWith('revise-profile'))?.body).toMatchObject({ skills: ['Sewing', 'First aid'] }),
  );
});

it('shows each part of the page to members or to nobody, at once (O51)', async () => {
  const sent = serve({ '/api/me': { body: me }, '/api/commands/choose-visibility': { body: { position: '7' } } });
  renderApp(<ProfilePage />, { session: ana });
  const bioSwitch = await screen.findByRole('switch', { name: /^About you/u });
  const given = screen.getByRole('switch', { name: /^Time and things you gave/u });
  expect([bioSwitch, given].map((one) => (one as HTMLInputElement).checked)).toEqual([true, false]);
  expect(screen.getAllByRole('switch')).toHaveLength(9);
  expect(screen.getByRole('link', { name: 'See your page as others do' }).getAttribute('href')).toBe('/my/user/m1');
  await user.click(given);
  await user.click(bioSwitch);
  await waitFor(() =>
    expect(sent.filter(({ path }) => path.endsWith('choose-visibility')).map(({ body }) => body)).toEqual([
      { part: 'given', shown: true },
      { part: 'bio', shown: false },
    ]),
  );
  expect([bioSwitch, given].map((one) => (one as HTMLInputElement).checked)).toEqual([false, true]);
});
