import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { aCampaign, someSettings, supporters } from '@/test/factories';
import { renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { CampaignView } from './CampaignView';

beforeAll(() => startTexts('es'));

it('says which language its title, its place and whom it is for are in', async () => {
  const page = aCampaign({ lang: 'fr', beneficiary_name: 'Zoë', beneficiary_relationship: 'friend' });
  serve({ '/api/settings': { body: someSettings }, '/api/campaigns/c1/supporters': { body: supporters(0) } });
  renderApp(<CampaignView page={page} onStale={() => undefined} />);
  const heading = (await screen.findByRole('heading', { level: 1 })).closest('header');
  const inFrench = [...(heading?.querySelectorAll('[lang="fr"]') ?? [])].map(({ textContent }) => textContent);
  expect(inFrench).toEqual(['Lyon', 'Reopen the café', 'Zoë']);
  expect(screen.getByText('Zoë').parentElement?.textContent).toBe('para Zoë');
});
