import { describe, expect, it } from 'vitest';
import { amountOf, bodyOf, convert, coverFee, emptyGift, failureOf, type GiftForm, quoteOf, standingOf } from './gift';

const terms = {
  max_amount: 99_999_999,
  payment_fees: [
    { currency: 'EUR' as const, basis_points: 150, fixed: 25, least: 50 },
    { currency: 'USD' as const, basis_points: 150, fixed: 30, least: 50 },
  ],
  rates: [{ from: 'USD' as const, to: 'EUR' as const, num: 1000, den: 1173, date: '2025-10-01', source: 'Test bank' }],
};

const gift = (changed: Partial<GiftForm> = {}): GiftForm => ({ ...emptyGift('EUR'), preset: undefined, ...changed });

describe('covering the fee', () => {
  it('leaves the whole gift after the provider took its part', () => {
    for (const amount of [1, 99, 1000, 2500, 5000, 50_000, 99_999_999 - 2_000_000]) {
      const fee = { basis_points: 150, fixed: 25 };
      const charged = amount + coverFee(amount, fee);
      const taken = (charged * fee.basis_points) / 10_000 + fee.fixed;
      expect(charged - taken).toBeGreaterThanOrEqual(amount);
      // One cent less would not do.
      expect(charged - 1 - ((charged - 1) * fee.basis_points) / 10_000 - fee.fixed).toBeLessThan(amount);
    }
  });

  it('rounds up to the cent', () => {
    // (5000 + 25) / 0.985 = 5101.52…
    expect(coverFee(5000, { basis_points: 150, fixed: 25 })).toBe(102);
    expect(coverFee(5000, { basis_points: 0, fixed: 0 })).toBe(0);
  });
});

describe('converting', () => {
  it.each([
    // 5000 / 1.173 = 4262.57…
    [5000, 1000, 1173, 4263],
    [1, 1, 2, 0],
    [3, 1, 2, 2],
    [5, 1, 2, 2],
    [7, 1, 2, 4],
    [99_999_999, 1173, 872, 134_518_347],
    [0, 1000, 1173, 0],
  ])('%i at %i/%i counts %i, halves to even', (minor, num, den, expected) => {
    expect(convert(minor, { num, den })).toBe(expected);
  });
});

describe('the amount', () => {
  it('comes from the tile or from what is typed', () => {
    expect(amountOf({ preset: 2500, amount: '', currency: 'EUR' }, 'en', terms)).toEqual({ state: 'ok', gift: 2500 });
    expect(amountOf({ amount: '12,5', currency: 'EUR' }, 'fr', terms)).toEqual({ state: 'ok', gift: 1250 });
  });

  it.each([
    ['', 'missing'],
    ['0', 'invalid'],
    ['-1', 'invalid'],
    ['abc', 'invalid'],
    ['0.49', 'too_small'],
    ['1000000', 'too_large'],
  ] as const)('says why "%s" can’t be given', (amount, state) => {
    expect(amountOf({ amount, currency: 'EUR' }, 'en', terms)).toEqual({ state, gift: 0 });
  });
});

describe('a sign of another currency', () => {
  it('is no amount until the currency is chosen', () => {
    expect(amountOf({ amount: '$20', currency: 'EUR' }, 'en', terms)).toEqual({ state: 'other_currency', gift: 0, sign: '$' });
    expect(quoteOf(gift({ amount: '$20' }), 'EUR', terms, 'en')).toMatchObject({ state: 'other_currency', total: 0 });
    expect(amountOf({ amount: '$20', currency: 'USD' }, 'en', terms)).toEqual({ state: 'ok', gift: 2000 });
  });
});

describe('the quote', () => {
  it('adds the fee only when it is ticked', () => {
    const plain = quoteOf(gift({ preset: 5000 }), 'EUR', terms, 'en');
    expect(plain).toMatchObject({ state: 'ok', gift: 5000, feeOffer: 102, fee: 0, total: 5000, counted: undefined });
    const covered = quoteOf(gift({ preset: 5000, cover_fees: true }), 'EUR', terms, 'en');
    expect(covered).toMatchObject({ fee: 102, total: 5102 });
  });

  it('says what another currency counts, without the fee', () => {
    const quote = quoteOf(gift({ preset: 5000, currency: 'USD', cover_fees: true }), 'EUR', terms, 'en');
    expect(quote.counted).toEqual({ amount: 4263, currency: 'EUR', rate: terms.rates[0] });
    expect(quote.fee).toBeGreaterThan(0);
  });

  it('promises nothing before the terms are known', () => {
    const quote = quoteOf(gift({ preset: 5000, currency: 'USD', cover_fees: true }), 'EUR', undefined, 'en');
    expect(quote).toMatchObject({ feeOffer: undefined, fee: 0, total: 5000, counted: undefined });
  });

  it('keeps the one payment under its limit, fee included', () => {
    expect(quoteOf(gift({ amount: '999999.99' }), 'EUR', terms, 'en').state).toBe('ok');
    expect(quoteOf(gift({ amount: '999999.99', cover_fees: true }), 'EUR', terms, 'en').state).toBe('too_large');
  });
});

describe('the command', () => {
  const who = { campaign: 'c1', lang: 'fr' as const, guest: true };

  it('carries only what was filled in', () => {
    const form = gift({ preset: 2500, message: '  ', donor_name: ' ' });
    expect(bodyOf(form, quoteOf(form, 'EUR', terms, 'fr'), who)).toEqual({
      campaign_id: 'c1',
      amount: 2500,
      currency: 'EUR',
      lang: 'fr',
    });
  });

  it('carries a guest’s name and address, and never a member’s', () => {
    const form = gift({
      amount: '12,50',
      currency: 'USD',
      cover_fees: true,
      anonymous: true,
      message: ' Courage ! ',
      donor_name: ' Ana ',
      donor_email: ' ana@example.org ',
    });
    const body = bodyOf(form, quoteOf(form, 'EUR', terms, 'fr'), who);
    expect(body).toEqual({
      campaign_id: 'c1',
      amount: 1250,
      currency: 'USD',
      lang: 'fr',
      cover_fees: true,
      anonymous: true,
      message: 'Courage !',
      donor_name: 'Ana',
      donor_email: 'ana@example.org',
    });
    const member = bodyOf(form, quoteOf(form, 'EUR', terms, 'fr'), { ...who, guest: false });
    expect(member).not.toHaveProperty('donor_name');
    expect(member).not.toHaveProperty('donor_email');
  });
});

describe('what can be given', () => {
  it.each([
    ['active', ['money', 'time'], 'open'],
    ['active', ['time'], 'no_money'],
    ['paused', ['money'], 'paused'],
    ['completed', ['money'], 'ended'],
    ['completed', ['time'], 'ended'],
  ] as const)('a campaign that is %s and asks for %j is %s', (status, resources, standing) => {
    expect(standingOf({ status, resources: [...resources] })).toBe(standing);
  });
});

describe('a failure', () => {
  it.each([
    ['payment_unavailable', 'payment'],
    ['campaign_paused', 'closed'],
    ['campaign_completed', 'closed'],
    ['money_not_asked', 'closed'],
    ['amount_not_positive', 'refused'],
    ['no_answer', 'refused'],
    ['internal', 'refused'],
  ])('%s means %s', (code, kind) => {
    expect(failureOf(code)).toBe(kind);
  });
});
