import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { someSettings } from '@/test/factories';
import { renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { PrivacyPage } from './PrivacyPage';

beforeAll(() => startTexts('fr'));

const heading = 'Si vous vous connectez par un fournisseur';

it('says what a sign-in provider tells us where there is one', async () => {
  serve({ '/api/settings': { body: { ...someSettings, sign_in_with: ['google'] } } });
  renderApp(<PrivacyPage />);
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
});

it('says nothing of sign-in providers where there are none', async () => {
  const sent = serve({ '/api/settings': { body: { ...someSettings, sign_in_with: [] } } });
  renderApp(<PrivacyPage />);
  await screen.findByRole('heading', { name: 'Si vous donnez' });
  expect(sent).toHaveLength(1);
  expect(screen.queryByRole('heading', { name: heading })).toBeNull();
});
