import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { someSettings } from '@/test/factories';
import { renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { Footer } from './Footer';

beforeAll(() => startTexts());

it('shows the places and the name that the operator gave, and no other', async () => {
  const links = { blog: 'https://blog.example.org' };
  const body = { ...someSettings, operator_name: 'Les Voisins', operator_email: 'help@example.org', operator_links: links };
  serve({ '/api/settings': { body } });
  renderApp(<Footer />);
  expect((await screen.findByRole('link', { name: 'Blog' })).getAttribute('href')).toBe('https://blog.example.org');
  expect(screen.getByText(/Run by Les Voisins/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'help@example.org' }).getAttribute('href')).toBe('mailto:help@example.org');
  expect(screen.getByRole('link', { name: 'Contact' }).getAttribute('href')).toBe('/contact');
  for (const name of ['Careers', 'Press', 'Community']) expect(screen.queryByRole('link', { name })).toBeNull();
});
