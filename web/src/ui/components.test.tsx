import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { useState } from 'react';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import texts from '@/i18n/common.en.json';
import { Announcement } from './Announcement';
import { Avatar, initials } from './Avatar';
import { Button } from './Button';
import { CampaignCard, type CampaignSummary } from './CampaignCard';
import { Cover } from './Cover';
import { Segmented } from './Segmented';
import { ErrorState } from './States';
import { Bar } from './StrandBar';
import { Tabs } from './Tabs';
import { currentToast, dismissToast, showToast, toastTime } from './toast';
import { Toasts } from './Toasts';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    defaultNS: 'common',
    resources: { en: { common: texts } },
    interpolation: { escapeValue: false },
  });
});

const campaign: CampaignSummary = {
  end_date: '',
  id: 'c1',
  slug: 'repair-cafe',
  title: 'Reopen the café',
  description: 'A room to mend things in.',
  lang: 'en',
  category: 'community',
  status: 'active',
  location: 'Lyon',
  organizer: { name: 'Les Bricoleurs' },
  resources: ['money'],
  currency: 'EUR',
  raised_amount: 768_000,
  goal_amount: 600_000,
  time_goal_minutes: 0,
  minutes_confirmed: 0,
  minutes_pledged: 0,
  items_goal: 0,
  items_received: 0,
  items_pledged: 0,
  supporters: 48,
};

function show(changes: Partial<CampaignSummary> = {}) {
  return render(
    <MemoryRouter>
      <CampaignCard campaign={{ ...campaign, ...changes }} />
    </MemoryRouter>,
  );
}

describe('Bar', () => {
  it('stops at full while its text tells the truth; its maximum is 100 by itself', () => {
    render(<Bar strand="money" label="Money" value={128} text="128 %" />);
    const bar = screen.getByRole('progressbar', { name: 'Money' });
    expect(bar.getAttribute('aria-valuemax')).toBe('100');
    expect(bar.getAttribute('aria-valuenow')).toBe('100');
    expect(bar.getAttribute('aria-valuetext')).toBe('128 %');
  });

  it('shows what is pledged beside what arrived, together never beyond full', () => {
    render(<Bar strand="time" label="Time" value={80} pledged={40} text="80 of 100 h" />);
    const [done, pledged] = screen.getByRole('progressbar').children as unknown as HTMLElement[];
    expect(done?.style.width).toBe('80%');
    expect(pledged?.style.width).toBe('20%');
  });
});

describe('CampaignCard', () => {
  it('leads to the campaign and tells the true percent', () => {
    show();
    expect(screen.getByRole('link', { name: 'Reopen the café' }).getAttribute('href')).toBe('/campaign/repair-cafe');
    expect(screen.getByRole('progressbar', { name: 'Money' }).getAttribute('aria-valuetext')).toBe('128\u00A0%');
    expect(screen.getByText('€7,680')).toBeTruthy();
    expect(screen.getByText('No deadline')).toBeTruthy();
    expect(screen.getByText(/48 supporters/)).toBeTruthy();
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
    const asks = { resources: ['time', 'materials'], time_goal_minutes: 7200, items_goal: 20 };
    show(asks);
    expect(screen.getByText('120 h needed')).toBeTruthy();
    expect(screen.getByText('20 items needed')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
    cleanup();
    show({ ...asks, minutes_pledged: 60, items_received: 5 });
    expect(screen.getByRole('progressbar', { name: 'Time' }).getAttribute('aria-valuetext')).toBe('0 of 120 h');
    expect(screen.getByRole('progressbar', { name: 'Materials' }).getAttribute('aria-valuetext')).toBe('5 of 20');
  });

  it('keeps an amount and the word before it on one line', () => {
    const { container } = show();
    expect(container.textContent).toContain('raised of\u00A0€6k');
  });

  it('shows no percentage without a goal, and nobody’s name where there is none', () => {
    const { container } = show({ goal_amount: 0, organizer: { name: '' }, location: '', category: 'unheard-of' });
    expect(container.textContent).not.toContain('%');
    expect(screen.getByText('Anonymous')).toBeTruthy();
    expect(screen.getByText('General')).toBeTruthy();
  });
});

describe('Announcement', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const pass = (milliseconds: number) =>
    act(() => {
      vi.advanceTimersByTime(milliseconds);
    });
  const live = () => document.querySelector('[aria-live=polite]')?.textContent;

  it('keeps still about what stands there already, then tells the latest, seconds apart', () => {
    const { rerender } = render(<Announcement text="first" />);
    pass(60_000);
    expect(live()).toBe('');
    // A change every second must neither be told each time nor hold everything back.
    const heard = new Set<string | null | undefined>();
    for (let second = 0; second < 20; second += 1) {
      rerender(<Announcement text={`gift ${second}`} />);
      pass(1000);
      if (live()) heard.add(live());
    }
    expect([...heard]).toEqual(['gift 4', 'gift 9', 'gift 14', 'gift 19']);
  });
});

describe('Button', () => {
  it('is busy until its promise settles and can not be pressed twice', async () => {
    let finish: () => void = () => undefined;
    const pay = vi.fn<() => Promise<void>>(() => new Promise((resolve) => {
      finish = resolve;
    }));
    render(<Button onClick={pay}>Give</Button>);
    const button = screen.getByRole('button', { name: 'Give' });
    await userEvent.dblClick(button);
    expect(pay).toHaveBeenCalledTimes(1);
    expect(button.getAttribute('aria-busy')).toBe('true');
    await act(async () => {
      finish();
      await Promise.resolve();
    });
    expect(button.getAttribute('aria-busy')).toBeNull();
    await userEvent.click(button);
    expect(pay).toHaveBeenCalledTimes(2);
  });
});

function ThreeTabs() {
  const [tab, setTab] = useState<'a' | 'b' | 'c'>('a');
  const tabs = (['a', 'b', 'c'] as const).map((key) => ({ key, label: key }));
  return (
    <Tabs label="Three" tabs={tabs} active={tab} onChange={setTab}>
      content {tab}
    </Tabs>
  );
}

describe('Tabs', () => {
  it('move with the arrows and wrap around', async () => {
    render(<ThreeTabs />);
    await userEvent.click(screen.getByRole('tab', { name: 'a' }));
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByRole('tab', { name: 'c', selected: true })).toBe(document.activeElement);
    expect(screen.getByRole('tabpanel', { name: 'c' }).textContent).toBe('content c');
    await userEvent.keyboard('{Home}');
    expect(screen.getByRole('tab', { name: 'a' }).getAttribute('aria-selected')).toBe('true');
  });
});

describe('Segmented', () => {
  it('is a group of real radio inputs', async () => {
    const change = vi.fn<(value: string) => void>();
    render(
      <Segmented
        legend="What to give"
        value="money"
        onChange={change}
        options={[
          { value: 'money', label: 'Money' },
          { value: 'time', label: 'Time' },
        ]}
      />,
    );
    const group = screen.getByRole('group', { name: 'What to give' });
    await userEvent.click(within(group).getByRole('radio', { name: 'Time' }));
    expect(change).toHaveBeenCalledWith('time');
  });
});

describe('Toasts', () => {
  it('show one at a time, for five seconds', () => {
    vi.useFakeTimers();
    render(<Toasts />);
    act(() => showToast({ title: 'First' }));
    act(() => showToast({ title: 'Second', text: 'more' }));
    expect(screen.queryByText('First')).toBeNull();
    expect(screen.getByText('Second')).toBeTruthy();
    act(() => void vi.advanceTimersByTime(toastTime - 1));
    expect(currentToast()?.title).toBe('Second');
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.queryByText('Second')).toBeNull();
    expect(toastTime).toBe(5000);
    dismissToast();
    vi.useRealTimers();
  });
});

describe('ErrorState', () => {
  it('says what failed, what was kept, and offers to try again', async () => {
    const retry = vi.fn<() => void>();
    render(<ErrorState text="Unable to load campaign" onRetry={retry} />);
    expect(screen.getByRole('alert').textContent).toContain('Unable to load campaign');
    expect(screen.getByText(texts.error.advice)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledTimes(1);
  });
});

describe('pictures', () => {
  it('are the same for the same id and differ for another', () => {
    const draw = (id: string) => render(<Cover id={id} category="animals" />).container.innerHTML;
    expect(draw('a')).toBe(draw('a'));
    expect(draw('a')).not.toBe(draw('b'));
  });

  it('name people by their initials', () => {
    expect(initials('Léa van der Meer')).toBe('LM');
    expect(initials('  ')).toBe('?');
    const { container } = render(<Avatar name="Óscar" />);
    expect(container.textContent).toBe('Ó');
  });
});
