import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { someSettings } from '@/test/factories';
import { renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { TermsPage } from './TermsPage';

beforeAll(() => startTexts('fr'));

it('names the operator and their address where the settings do', async () => {
  const operator = { operator_name: 'Maison des associations', operator_email: 'aide@example.org' };
  serve({ '/api/settings': { body: { ...someSettings, ...operator } } });
  renderApp(<TermsPage />);
  const address = await screen.findByRole('link', { name: 'aide@example.org' });
  expect(address.getAttribute('href')).toBe('mailto:aide@example.org');
  expect(address.parentElement?.textContent).toBe(
    'L’exploitant de ce site est Maison des associations. L’exploitant est joignable à l’adresse aide@example.org.',
  );
});
