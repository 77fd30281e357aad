import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { shippedRates } from '@/parts/useRateSource';
import { aDonation } from '@/test/factories';
import { renderApp } from '@/test/renderApp';
import { startTexts } from '@/test/texts';
import { Details } from './Details';

beforeAll(() => startTexts('es'));

it('names the source of a rate in the reader’s language', () => {
  const rate = { rate_num: 853, rate_den: 1000, rate_date: '2025-10-01', rate_source: shippedRates };
  const donation = aDonation({ currency: 'USD', counted_amount: 42_65, counted_currency: 'EUR', ...rate });
  renderApp(<Details donation={donation} outcome="completed" />);
  const line = screen.getByText(/^a 1 USD/).textContent;
  expect(line).toBe('a 1 USD = 0,853 EUR, 1 de octubre de 2025, tabla predeterminada de Callup');
});
