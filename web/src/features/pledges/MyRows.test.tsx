import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { aDonation } from '@/test/factories';
import { renderApp } from '@/test/renderApp';
import { startTexts } from '@/test/texts';
import { GiftRow } from './MyRows';

beforeAll(() => startTexts('fr'));

it('O-07: a gift of money shows the picture of its campaign and leads to it, and to its receipt (53)', () => {
  const gift = aDonation({ campaign_photo: '/media/campaign-photo/abc' });
  const { container } = renderApp(<GiftRow gift={gift} />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/media/campaign-photo/abc/960.jpg');
  expect(screen.getByRole('link', { name: 'Reopen the café' }).getAttribute('href')).toBe('/campaign/repair-cafe');
  expect(screen.getByRole('link', { name: 'Voir le don' }).getAttribute('href')).toBe(
    `/campaign/repair-cafe/thanks?donation=${gift.id}`,
  );
  expect(screen.queryByRole('link', { name: 'Reçu (PDF)' })).toBeNull(); // it has no number yet
});

it('a gift whose receipt has its number leads to the file (55)', () => {
  renderApp(<GiftRow gift={aDonation({ receipt: '/receipt/s3cret', receipt_number: 'CU-2026-000001' })} />);
  expect(screen.getByRole('link', { name: 'Reçu (PDF)' }).getAttribute('href')).toBe('/receipt/s3cret.pdf');
});
