import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { someSettings } from '@/test/factories';
import { renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { Providers } from './Providers';

beforeAll(() => startTexts('fr'));

it.each(['provider_failed', 'not_known_yet'])(
  'A-18: %s is said with the code of the provider and the request (53)',
  async (refused) => {
    serve({ '/api/settings': { body: { ...someSettings, sign_in_with: ['google'] } } });
    renderApp(<Providers next={undefined} refused={refused} />, {
      path: `/auth?refused=${refused}&code=temporarily_unavailable&reference=R7`,
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/^La réponse de l’autre site n’a pas pu être vérifiée/);
    expect(alert.textContent).toContain('Code temporarily_unavailable, référence R7.');
  },
);

it('names no code where one turned back (53)', async () => {
  serve({ '/api/settings': { body: { ...someSettings, sign_in_with: ['google'] } } });
  renderApp(<Providers next={undefined} refused="provider_refused" />, { path: '/auth?refused=provider_refused' });
  expect((await screen.findByRole('alert')).textContent).not.toContain('Code');
});
