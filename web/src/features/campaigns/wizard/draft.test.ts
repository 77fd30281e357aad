import { expect, it } from 'vitest';
import type { Draft } from '@/api/generated/drafts';
import { draftBody, draftValues } from './draft';
import { emptyNeed, initialValues, type Values } from './values';

const whole: Values = {
  ...initialValues('fr'),
  title: 'Un four',
  description: 'Pour la potterie',
  category: 'community',
  location: 'Lyon',
  story: 'Il fait froid.',
  beneficiary_relationship: 'friend',
  beneficiary_name: 'Bo',
  beneficiary_consent: true,
  resource_types: ['money', 'time', 'materials'],
  goal_amount: '1234.5',
  time_goal_hours: '12',
  money_purpose: 'Des briques',
  needs: [{ item: 'Briques', quantity: '40', unit: 'kg', note: 'rouges' }],
  end_date: '2026-12-31',
};

/** The draft that the server keeps of a body. */
function kept(values: Values): Draft {
  const { needs, time_goal_hours: hours, ...body } = draftBody(values, 'en');
  return {
    id: 'd1',
    number: 1,
    begun_at: '',
    saved_at: '',
    goal_amount: 0,
    location: '',
    money_purpose: '',
    end_date: '',
    beneficiary_name: '',
    beneficiary_relationship: '',
    beneficiary_consent: false,
    photo: '',
    photo_alt: '',
    video: '',
    ...body,
    time_goal_minutes: (hours ?? 0) * 60,
    needs: (needs ?? []).map(({ item, quantity, unit = '', note = '' }) => ({ item, quantity, unit, note })),
  };
}

it('comes back as it was written, on any device', () => {
  expect(draftValues(kept(whole), 'en')).toEqual({ ...whole, goal_amount: '1234.50' });
  expect(draftValues(kept(initialValues('es')), 'en')).toEqual(initialValues('es'));
});

it('keeps what is not chosen now, and what is half written', () => {
  const half: Values = { ...whole, resource_types: ['time'], title: '', needs: [{ ...emptyNeed, quantity: 'many' }] };
  expect(draftValues(kept(half), 'en')).toEqual({
    ...half,
    goal_amount: '1234.50',
    needs: [{ ...emptyNeed, quantity: '' }],
  });
});

it('sends no figure or day that the server would refuse', () => {
  const body = draftBody({ ...whole, goal_amount: 'much', time_goal_hours: '99999999999', end_date: 'soon' }, 'en');
  expect(body).toMatchObject({ goal_amount: 0, time_goal_hours: 0 });
  expect(body).not.toHaveProperty('end_date');
});
