import { screen, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { Settings } from '@/api/generated/platform';
import { someSettings } from '@/test/factories';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { FaqPage } from './FaqPage';

beforeAll(() => startTexts());

async function show(settings: Partial<Settings> = {}, session = ana) {
  serve({ '/api/settings': { body: { ...someSettings, ...settings } } });
  renderApp(<FaqPage />, { session });
  await screen.findByText('What is Callup?');
}

function answerTo(question: string): string {
  const fold = screen.getByRole('heading', { name: question }).closest('details');
  return within(fold as HTMLElement).getByRole('paragraph').textContent;
}

it('asks ten questions of which one at most is open', async () => {
  await show();
  const folds = [...document.querySelectorAll('details')];
  expect(folds).toHaveLength(10);
  // Browsers close the others of the same name.
  expect(new Set(folds.map((fold) => fold.getAttribute('name')))).toEqual(new Set(['faq']));
  expect(folds.filter((fold) => fold.open)).toEqual([]);
});

it.each([
  ['off', 'As soon as you launch it'],
  ['first', 'Your first campaign is reviewed within 24–48 hours'],
  ['all', 'Every campaign is reviewed within 24–48 hours'],
] as const)('says of review %s when a campaign is public', async (review, text) => {
  await show({ review });
  expect(answerTo('When does my campaign become public?')).toContain(text);
});

it('says who decides about money, where an administrator does (issue 34)', async () => {
  await show({ money: 'allowed' });
  expect(answerTo('When does my campaign become public?')).toContain('an administrator first decides whether it may collect it');
});

it('says that nothing is kept, or what', async () => {
  await show();
  expect(answerTo('What does it cost?')).toContain('Callup is free');
  expect(answerTo('Can I give in my own currency?')).toContain('EUR, USD, or GBP');
});

it('names the fee that the settings name', async () => {
  await show({ platform_fee: 250 });
  expect(answerTo('What does it cost?')).toContain('fee of 2.5\u00a0% of what');
});

it('leads to support, whether or not the operator has an address, and visitors to sign-up', async () => {
  await show({}, { status: 'anonymous' });
  expect(screen.getByRole('link', { name: 'Contact Support' }).getAttribute('href')).toBe('/contact');
  expect(screen.getByRole('link', { name: 'Join Community' }).getAttribute('href')).toBe('/auth?tab=signup');
});

it('asks no member to join', async () => {
  await show();
  expect(screen.getByRole('link', { name: 'Contact Support' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Join Community' })).toBeNull();
});
