import { cleanup, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CampaignCard as Card } from '@/api/generated/campaigns';
import { aCampaignCard } from '@/test/factories';
import { renderApp } from '@/test/renderApp';
import { startTexts } from '@/test/texts';
import { CampaignCard } from './CampaignCard';

beforeAll(() => startTexts());

function show(changes: Partial<Card> = {}) {
  return renderApp(<CampaignCard campaign={aCampaignCard({ raised_amount: 768_000, supporters: 48, ...changes })} />);
}

describe('CampaignCard', () => {
  it('leads to the campaign and tells the true percent', () => {
    show();
    expect(screen.getByRole('link', { name: 'Reopen the café' }).getAttribute('href')).toBe('/campaign/repair-cafe');
    expect(screen.getByRole('progressbar', { name: 'Money' }).getAttribute('aria-valuetext')).toBe('128\u00A0%');
    expect(screen.getByText('€7,680')).toBeTruthy();
    expect(screen.getByText('No deadline')).toBeTruthy();
    expect(screen.getByText(/48 supporters/)).toBeTruthy();
  });

  it('says which language the campaign’s words are in, its place among them', () => {
    const { container } = show({ lang: 'fr' });
    const inFrench = [...container.querySelectorAll('[lang="fr"]')].map(({ textContent }) => textContent);
    expect(inFrench).toEqual(['Reopen the café', 'Lyon', 'A room to mend things in.']);
  });

  it('shows markup in a title as text', () => {
    const title = '<img src=x onerror=alert(1)>';
    const { container } = show({ title });
    expect(screen.getByRole('link', { name: title })).toBeTruthy();
    expect(container.querySelector('img')).toBeNull();
  });

  it('invites instead of showing an empty bar', () => {
    show({ raised_amount: 0, supporters: 0 });
    expect(screen.getByText('Be the first')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('says what is asked of a strand that has nothing yet, and shows its bar once it has', () => {
    const asks: Partial<Card> = { resources: ['time', 'materials'], time_goal_minutes: 7200, items_goal: 20 };
    show(asks);
    expect(screen.getByText('120 h needed')).toBeTruthy();
    expect(screen.getByText('20 items needed')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
    cleanup();
    show({ ...asks, minutes_pledged: 60, items_received: 5 });
    expect(screen.getByRole('progressbar', { name: 'Time' }).getAttribute('aria-valuetext')).toBe('0 of 120 h');
    expect(screen.getByRole('progressbar', { name: 'Things' }).getAttribute('aria-valuetext')).toBe('5 of 20');
  });

  it('keeps an amount and the word before it on one line', () => {
    const { container } = show();
    expect(container.textContent).toContain('raised of\u00A0€6k');
  });

  it('shows no percentage without a goal, and nobody’s name where there is none', () => {
    const { container } = show({
      goal_amount: 0,
      organizer: { name: '' },
      location: '',
      category: 'unheard-of' as Card['category'],
    });
    expect(container.textContent).not.toContain('%');
    expect(screen.getByText('Anonymous')).toBeTruthy();
    expect(screen.getByText('General')).toBeTruthy();
  });
});
