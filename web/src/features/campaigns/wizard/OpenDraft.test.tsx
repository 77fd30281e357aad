import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { OpenDraft } from './OpenDraft';
import { useStep } from './useStep';

beforeAll(() => startTexts());

const draft = { id: 'd1', title: 'Benches', lang: 'en', saved_at: '2026-11-02T10:00:00Z', number: 3 };

it('offers the draft that was written on last, at the step where it stops (55)', async () => {
  const older = { ...draft, id: 'd2', title: 'A kiln', saved_at: '2026-11-01T10:00:00Z' };
  serve({ '/api/me/drafts': { body: { items: [older, draft] } } });
  renderApp(<OpenDraft />, { session: ana, path: '/create-campaign' });
  await screen.findByText('Benches');
  expect(screen.queryByText('A kiln')).toBeNull();
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/create-campaign?draft=d1&step=last');
  expect(screen.getByRole('link', { name: 'All drafts' }).getAttribute('href')).toBe('/my/campaigns');
});

it('offers nothing where there is no draft (55)', async () => {
  const sent = serve({ '/api/me/drafts': { body: { items: [] } } });
  const { container } = renderApp(<OpenDraft />, { session: ana, path: '/create-campaign' });
  await expect.poll(() => sent.length).toBe(1);
  expect(container.textContent).toBe('');
});

function Steps() {
  const { step, goTo } = useStep(3);
  return (
    <button type="button" onClick={() => goTo(4)}>
      {step}
    </button>
  );
}

it.each([
  ['/create-campaign?draft=d1&step=last', '3', '/create-campaign?draft=d1&step=3'],
  ['/create-campaign?draft=d1&step=4', '3', '/create-campaign?draft=d1&step=3'],
  ['/create-campaign?draft=d1&step=2', '2', '/create-campaign?draft=d1&step=2'],
  ['/create-campaign?draft=d1', '1', '/create-campaign?draft=d1'],
])('%s opens at step %s (55)', async (path, step, address) => {
  const { at } = renderApp(<Steps />, { path });
  expect(screen.getByRole('button').textContent).toBe(step);
  await expect.poll(at).toBe(address);
  // The step that was too far at first can be gone to later.
  screen.getByRole('button').click();
  await screen.findByRole('button', { name: '4' });
});
