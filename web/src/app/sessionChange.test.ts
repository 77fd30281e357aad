import { expect, it } from 'vitest';
import type { SessionState } from '@/api/session';
import { consequenceOf } from './sessionChange';

const member = (id: string, ...roles: string[]): SessionState => ({ status: 'member', member: { id, roles } });
const anonymous: SessionState = { status: 'anonymous' };
const unknown: SessionState = { status: 'unknown' };

it.each([
  ['a visitor signs in', anonymous, member('m1'), 'refresh'],
  ['a member is recognised', unknown, member('m1'), 'refresh'],
  ['nobody is', unknown, anonymous, 'keep'],
  ['a renewed token brings another role', member('m1'), member('m1', 'moderator'), 'refresh'],
  ['another member signs in elsewhere', member('m1'), member('m2'), 'forget'],
  ['a member signs out', member('m1'), { status: 'anonymous', left: true }, 'forget'],
  ['a session ends', member('m1'), anonymous, 'forget'],
] as const)('%s', (_, before, now, consequence) => {
  expect(consequenceOf(before, now)).toBe(consequence);
});
