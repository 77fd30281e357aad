import { describe, expect, it } from 'vitest';
import { toBody } from './body';
import { endOf, previewOf } from './preview';
import { dayOf, faultsOf, firstFaulty } from './validate';
import { aCampaign } from '@/test/factories';
import { emptyNeed, initialValues, isUntouched, limits, restored, stepOf, type Values, valuesOf } from './values';

const today = '2026-11-20';
const locale = 'en';

function filled(changes: Partial<Values> = {}): Values {
  return {
    ...initialValues('en'),
    title: ' Reopen the repair café ',
    description: 'A room to mend things in.',
    category: 'community',
    story: 'First.\n\nSecond.',
    goal_amount: '6,000',
    ...changes,
  };
}

function codes(step: 1 | 2 | 3, changes: Partial<Values>): string[] {
  return faultsOf(step, filled(changes), today, locale).map(({ field, code }) => `${field}:${code}`);
}

describe('the first step', () => {
  it('needs title, description and category', () => {
    expect(codes(1, { title: '  ', description: '', category: '' })).toEqual([
      'title:required',
      'description:required',
      'category:unknown_category',
    ]);
    expect(codes(1, {})).toEqual([]);
  });

  it('needs a letter or a digit of any script in the title (52)', () => {
    expect(codes(1, { title: '🏠 !' })).toEqual(['title:letters_required']);
    expect(codes(1, { title: 'Дом' })).toEqual([]);
    expect(codes(1, { title: '水' })).toEqual([]);
  });

  it('counts characters as people do', () => {
    expect(codes(1, { description: '😀'.repeat(limits.description) })).toEqual([]);
    expect(codes(1, { description: 'x'.repeat(limits.description + 1) })).toEqual(['description:too_long']);
  });
});

describe('the second step', () => {
  it('needs a story', () => {
    expect(codes(2, { story: '\n ' })).toEqual(['story:required']);
  });

  it('needs consent where somebody else is named, and only there', () => {
    expect(codes(2, { beneficiary_name: 'Léa' })).toEqual(['beneficiary_consent:consent_required']);
    expect(codes(2, { beneficiary_name: 'Léa', beneficiary_consent: true })).toEqual([]);
    expect(codes(2, { beneficiary_name: 'Léa', beneficiary_relationship: 'myself' })).toEqual([]);
    expect(codes(2, { beneficiary_name: ' ', beneficiary_relationship: 'friend' })).toEqual([]);
  });
});

describe('the third step', () => {
  it('needs one kind of help', () => {
    expect(codes(3, { resource_types: [] })).toEqual(['resource_types:resource_required']);
  });

  it('validates only what is chosen', () => {
    expect(codes(3, { resource_types: ['time'], goal_amount: '', time_goal_hours: '40' })).toEqual([]);
    expect(codes(3, { resource_types: ['money'], time_goal_hours: 'many' })).toEqual([]);
    expect(codes(3, { resource_types: ['money', 'time', 'materials'], goal_amount: '', needs: [] })).toEqual([
      'goal_amount:money_goal_required',
      'time_goal_hours:time_goal_required',
      'needs:needs_required',
    ]);
  });

  it('refuses goals that are none', () => {
    expect(codes(3, { goal_amount: '0' })).toEqual(['goal_amount:amount_not_positive']);
    expect(codes(3, { goal_amount: '$6000' })).toEqual(['goal_amount:other_currency']);
    expect(codes(3, { goal_amount: '$6000', currency: 'USD' })).toEqual([]);
    expect(codes(3, { goal_amount: '6.000' })).toEqual(['goal_amount:amount_not_positive']);
    expect(codes(3, { goal_amount: 'much' })).toEqual(['goal_amount:amount_not_positive']);
    expect(codes(3, { goal_amount: '100000000' })).toEqual([]);
    expect(codes(3, { goal_amount: '100000000.01' })).toEqual(['goal_amount:too_large']);
    expect(codes(3, { resource_types: ['time'], time_goal_hours: '1.5' })).toEqual(['time_goal_hours:not_a_number']);
  });

  it('says which need is wrong', () => {
    const needs = [
      { ...emptyNeed, item: 'Workbench', quantity: '6' },
      { ...emptyNeed, quantity: '0' },
    ];
    expect(codes(3, { resource_types: ['materials'], needs })).toEqual([
      'needs.1.item:required',
      'needs.1.quantity:out_of_range',
    ]);
  });

  it('refuses a day that has passed, not today', () => {
    expect(codes(3, { end_date: '2026-11-19' })).toEqual(['end_date:end_date_past']);
    expect(codes(3, { end_date: today })).toEqual([]);
  });

  it('says which end date it can’t read, and takes none', () => {
    for (const end_date of ['soon', '2026-02-30', '31/12']) {
      expect(codes(3, { end_date })).toEqual(['end_date:malformed_date']);
    }
    expect(codes(3, { end_date: '' })).toEqual([]);
    expect(toBody(filled(), 'UTC', locale)).not.toHaveProperty('end_date');
  });
});

describe('steps', () => {
  it('know their fields', () => {
    expect(stepOf('title')).toBe(1);
    expect(stepOf('beneficiary_consent')).toBe(2);
    expect(stepOf('needs.0.item')).toBe(3);
    expect(stepOf('needs[0].item')).toBe(3);
    expect(stepOf('slug')).toBeUndefined();
  });

  it('send back to the first that has a fault', () => {
    expect(firstFaulty(filled(), today, locale)).toBeUndefined();
    expect(firstFaulty(filled({ story: '', goal_amount: '' }), today, locale)?.step).toBe(2);
  });
});

describe('a campaign to be changed', () => {
  it('is typed as it was, so that saving it unchanged sends what it says', () => {
    const page = aCampaign({
      resources: ['money', 'time', 'materials'],
      goal_amount: 1234_50,
      time_goal_minutes: 7200,
      needs: [{ id: 'n1', item: 'Bench', unit: '', note: 'solid', quantity: 6, received: 2, pledged: 1 }],
      beneficiary_name: 'Bo',
      beneficiary_relationship: 'friend',
      end_date: '2026-12-31',
    });
    for (const reader of ['en', 'fr', 'es'] as const) {
      expect(toBody(valuesOf(page, reader), 'Europe/Paris', reader)).toEqual({
        title: page.title,
        description: page.description,
        story: page.story,
        category: 'community',
        lang: 'en',
        location: 'Lyon',
        resource_types: ['money', 'time', 'materials'],
        currency: 'EUR',
        goal_amount: 1234_50,
        time_goal_hours: 120,
        needs: [{ id: 'n1', item: 'Bench', quantity: 6, note: 'solid' }],
        beneficiary_name: 'Bo',
        beneficiary_relationship: 'friend',
        beneficiary_consent: true,
        end_date: '2026-12-31',
        time_zone: 'Europe/Paris',
      });
    }
    expect(valuesOf(aCampaign({ goal_amount: 600_000 }), 'en').goal_amount).toBe('6000');
    const money = { state: 'asked', goal_amount: 70_000, currency: 'EUR', purpose: 'A pump', reason: '', at: '' } as const;
    expect(valuesOf(aCampaign({ goal_amount: 0, resources: ['time'], money }), 'en')).toMatchObject({
      resource_types: ['money', 'time'],
      goal_amount: '700',
      money_purpose: 'A pump',
    });
  });
});

describe('the body', () => {
  it('holds trimmed words and integers, and nothing that was not chosen', () => {
    const values = filled({ time_goal_hours: '12', needs: [{ ...emptyNeed, item: 'Bench' }], beneficiary_consent: true });
    expect(toBody(values, 'Europe/Paris', locale)).toEqual({
      title: 'Reopen the repair café',
      description: 'A room to mend things in.',
      story: 'First.\n\nSecond.',
      category: 'community',
      lang: 'en',
      resource_types: ['money'],
      currency: 'EUR',
      goal_amount: 600_000,
    });
  });

  it('names needs, hours, beneficiary and the end in its time zone where they are asked for', () => {
    const body = toBody(
      filled({
        resource_types: ['time', 'materials'],
        time_goal_hours: '120',
        needs: [{ item: ' Bench ', quantity: '6', unit: '', note: ' solid top ' }],
        beneficiary_name: ' Les Bricoleurs ',
        beneficiary_relationship: 'community',
        beneficiary_consent: true,
        location: ' Lyon ',
        end_date: '2026-12-31',
      }),
      'Europe/Paris',
      locale,
    );
    expect(body).not.toHaveProperty('goal_amount');
    expect(body).toMatchObject({
      time_goal_hours: 120,
      needs: [{ item: 'Bench', quantity: 6, note: 'solid top' }],
      beneficiary_name: 'Les Bricoleurs',
      beneficiary_relationship: 'community',
      beneficiary_consent: true,
      location: 'Lyon',
      end_date: '2026-12-31',
      time_zone: 'Europe/Paris',
    });
    expect(body.needs?.[0]).not.toHaveProperty('unit');
  });

  it('keeps a name to itself that is the organizer’s own', () => {
    const body = toBody(filled({ beneficiary_name: 'Me', beneficiary_relationship: 'myself' }), 'UTC', locale);
    expect(body).not.toHaveProperty('beneficiary_name');
    expect(body).not.toHaveProperty('beneficiary_consent');
    expect(body.beneficiary_relationship).toBe('myself');
  });
});

describe('what was kept', () => {
  it('comes back as it was', () => {
    const values = filled({
      resource_types: ['time', 'materials'],
      needs: [{ ...emptyNeed, item: 'Bench' }],
      end_date: '2026-12-31',
    });
    expect(restored(JSON.parse(JSON.stringify(values)), 'fr')).toEqual(values);
    expect(isUntouched(restored(undefined, 'fr'))).toBe(true);
    expect(isUntouched(values)).toBe(false);
  });

  it('loses only what does not fit', () => {
    const kept = {
      title: 'Kept',
      category: 'nonsense',
      lang: 'de',
      resource_types: ['money', 'gold'],
      needs: 'none',
      end_date: 20261231,
    };
    expect(restored(kept, 'es')).toEqual({ ...initialValues('es'), title: 'Kept', category: '' });
    expect(restored({ end_date: 'soon' }, 'es').end_date).toBe('soon');
    expect(restored('broken', 'en')).toEqual(initialValues('en'));
  });
});

describe('the preview', () => {
  it('shows what was entered and nothing given', () => {
    const card = previewOf(
      filled({ time_goal_hours: '10', needs: [{ ...emptyNeed, item: 'Bench', quantity: '6' }] }),
      'Ada',
      'seed',
      locale,
    );
    expect(card).toMatchObject({
      title: 'Reopen the repair café',
      goal_amount: 600_000,
      time_goal_minutes: 0,
      items_goal: 0,
      supporters: 0,
    });
    expect(card.ends_at).toBeUndefined();
    expect(previewOf(filled({ end_date: 'soon' }), 'Ada', 'seed', locale).ends_at).toBeUndefined();
  });

  it('ends with the day', () => {
    const end = new Date(endOf('2026-12-31'));
    expect(dayOf(new Date(end.getTime() - 1))).toBe('2026-12-31');
    expect(dayOf(end)).toBe('2027-01-01');
  });
});
