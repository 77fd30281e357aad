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
  expect(fields.map(({ value }) => value)).toEqual(['Ana', 'Lyon', 'I mend radios.']);
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
