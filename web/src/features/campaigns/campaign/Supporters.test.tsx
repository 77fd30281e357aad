import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import type { CampaignDetail, ListSupporter } from '@/api/generated/campaigns';
import { aCampaign, supporters } from '@/test/factories';
import { renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { Supporters } from './Supporters';

beforeAll(() => startTexts('fr'));

/** A campaign with this many gifts, all on the first page of its list. */
function show(gifts: number, onAll?: () => void, campaign: Partial<CampaignDetail> = {}): void {
  serve({ '/api/campaigns/c1/supporters': { body: supporters(gifts) } });
  renderApp(<Supporters page={aCampaign(campaign)} {...(onAll && { onAll })} />);
}

it('shows five gifts beside the story, and the first page of them where all were asked for', async () => {
  const onAll = vi.fn<() => void>();
  show(7, onAll);
  expect(await screen.findAllByRole('listitem')).toHaveLength(5);
  screen.getByRole('button', { name: 'Voir les 7 contributions' }).click();
  expect(onAll).toHaveBeenCalledOnce();
  cleanup();
  show(7);
  expect(await screen.findAllByRole('listitem')).toHaveLength(7);
  expect(screen.queryByRole('button')).toBeNull();
});

it.each([
  ['open', {}, 'Personne n’a encore donné', true],
  ['for time alone', { resources: ['time'] }, 'Personne n’a encore aidé', false],
  ['paused', { status: 'paused' }, 'Personne n’a encore donné', false],
  ['ended', { status: 'completed' }, 'Personne n’a donné à cette campagne', false],
] as const)('invites to be the first only where one can be: %s', async (_, campaign, title, invites) => {
  show(0, undefined, { ...campaign, resources: 'resources' in campaign ? [...campaign.resources] : ['money'] });
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.queryByText(/^Faites le premier don/) !== null).toBe(invites);
});

it('K-26: lists the newest of the way to contribute that is chosen, and follows what is pushed (53)', async () => {
  const at = '/api/campaigns/c1/supporters';
  const hours: ListSupporter = {
    items: supporters(2).items.map((one) => Object.assign(one, { id: `h${one.id}`, kind: 'time', minutes: 90, amount: 0 })),
    total: 2,
    next: '',
  };
  const sent = serve({ [at]: { body: supporters(7) }, [`${at}?kind=time`]: { body: hours } });
  const { push } = renderApp(<Supporters page={aCampaign()} kind="time" onAll={() => undefined} />);
  expect(await screen.findAllByText('1,5 h')).toHaveLength(2);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Voir les 7 contributions' })).toBeTruthy();
  push('campaign/c1', 'campaign-supporters', supporters(8));
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(await screen.findByRole('button', { name: 'Voir les 8 contributions' })).toBeTruthy();
});

it('K-26: says that nobody gave time yet, not that nobody gave (53)', async () => {
  serve({ '/api/campaigns/c1/supporters': { body: { items: [], total: 0, next: '' } } });
  renderApp(<Supporters page={aCampaign()} kind="time" onAll={() => undefined} />);
  expect(await screen.findByRole('heading', { name: 'Personne n’a encore donné de temps' })).toBeTruthy();
});
