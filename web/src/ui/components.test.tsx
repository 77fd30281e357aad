import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import texts from '@/i18n/common.en.json';
import { startTexts } from '@/test/texts';
import { Announcement } from './Announcement';
import { Avatar, initials } from './Avatar';
import { Button } from './Button';
import { Cover } from './Cover';
import { Dialog } from './Dialog';
import { Segmented } from './Segmented';
import { ErrorState } from './States';
import { Bar } from './StrandBar';
import { Tabs } from './Tabs';
import { currentToast, dismissToast, showToast, toastTime } from './toast';
import { Toasts } from './Toasts';
import { Unbroken } from './Unbroken';

beforeAll(() => startTexts());

describe('Unbroken', () => {
  it.each([
    ['Un toit pour Saint-Roch', ['Saint-Roch']],
    ['Qu’est-ce qu’un Callup', ['Qu’est-ce']],
    ['A-b and c-d – e', ['A-b', 'c-d']],
    ['A word-that-would-widen-the-page', []],
    ['12-13 mai', []],
  ])('keeps words with a hyphen inside on one line, as long as they fit: %s', (text, whole) => {
    const { container } = render(<Unbroken text={text} />);
    expect([...container.querySelectorAll('.nw')].map(({ textContent }) => textContent)).toEqual(whole);
    expect(container.textContent).toBe(text);
  });
});

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

it('a dialog that was opened again stays when the browser tells late that it was closed', () => {
  const close = vi.fn<() => void>();
  const dialog = (open: boolean) => (
    <Dialog open={open} onClose={close} title="Search">
      words
    </Dialog>
  );
  const { rerender, container } = render(dialog(true));
  const element = container.querySelector('dialog');
  rerender(dialog(false));
  rerender(dialog(true));
  if (element) fireEvent(element, new Event('close'));
  expect(close).not.toHaveBeenCalled();
  // One that the browser closes by itself is told.
  if (element) fireEvent(element, new Event('close'));
  expect(close).toHaveBeenCalledOnce();
});
