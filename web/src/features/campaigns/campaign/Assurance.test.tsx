import { screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Settings } from '@/api/generated/platform';
import { aCampaign, someSettings } from '@/test/factories';
import { renderApp } from '@/test/renderApp';
import { startTexts } from '@/test/texts';
import { Assurance } from './Assurance';
import texts from './texts.fr.json';

beforeAll(() => startTexts('fr'));

const show = (payments: Settings['payments']) =>
  renderApp(<Assurance campaign={aCampaign({ lang: 'fr' })} settings={{ ...someSettings, payments }} />);

describe('what is said beside the button', () => {
  it.each([
    ['sandbox', texts.assure.sandbox],
    ['stripe-test', texts.assure.testMode],
  ] as const)('says that no money moves with %s', (payments, says) => {
    show(payments);
    expect(document.body.textContent).toContain(says);
  });

  it('says nothing of it where money moves', () => {
    show('stripe');
    expect(screen.queryByText(/aucun argent/i)).toBeNull();
  });
});
