import { cleanup, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { supporters } from '@/test/factories';
import { renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { Supporters } from './Supporters';

beforeAll(() => startTexts('fr'));

/** A campaign with this many gifts, all on the first page of its list. */
function show(gifts: number, onAll?: () => void): void {
  serve({ '/api/campaigns/c1/supporters': { body: supporters(gifts) } });
  renderApp(<Supporters id="c1" {...(onAll && { onAll })} />);
}

it('shows five gifts beside the story, and the first page of them where all were asked for', async () => {
  const onAll = vi.fn<() => void>();
  show(7, onAll);
  expect(await screen.findAllByRole('listitem')).toHaveLength(5);
  screen.getByRole('button', { name: 'Voir les 7 dons' }).click();
  expect(onAll).toHaveBeenCalledOnce();
  cleanup();
  show(7);
  expect(await screen.findAllByRole('listitem')).toHaveLength(7);
  expect(screen.queryByRole('button')).toBeNull();
});
