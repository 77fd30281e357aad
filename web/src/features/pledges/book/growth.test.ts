import { describe, expect, it } from 'vitest';
import { dayIn, growth } from './growth';

const none = { raised: 0, gifts: 0, minutes: 0, items: 0 };
const figures = {
  since: '2026-10-24',
  days: [
    { ...none, day: '2026-10-24', raised: 2000, gifts: 1 },
    { ...none, day: '2026-10-26', raised: -500 },
  ],
};

describe('growth', () => {
  it('has every day once, over the end of summer time too, and what there was at its end', () => {
    expect(growth(figures, 'raised', '2026-10-27')).toEqual([
      { day: '2026-10-24', total: 2000, moved: 2000 },
      { day: '2026-10-25', total: 2000, moved: 0 },
      { day: '2026-10-26', total: 1500, moved: -500 },
      { day: '2026-10-27', total: 1500, moved: 0 },
    ]);
  });

  it('begins later with what there was before', () => {
    expect(growth(figures, 'raised', '2026-10-27', 2).map(({ total }) => total)).toEqual([1500, 1500]);
  });

  it('tells time in hours', () => {
    const worked = { since: '2026-10-24', days: [{ ...none, day: '2026-10-24', minutes: 210 }] };
    expect(growth(worked, 'minutes', '2026-10-24')).toEqual([{ day: '2026-10-24', total: 3.5, moved: 3.5 }]);
  });

  it('has the day of the launch where the reader’s clock is behind', () => {
    expect(growth(figures, 'minutes', '2026-10-20')).toEqual([{ day: '2026-10-24', total: 0, moved: 0 }]);
  });
});

describe('dayIn', () => {
  it('is the day there', () => {
    const now = new Date('2026-11-24T12:00:00Z');
    expect(dayIn('Pacific/Kiritimati', now)).toBe('2026-11-25');
    expect(dayIn('Pacific/Pago_Pago', now)).toBe('2026-11-24');
  });
});
