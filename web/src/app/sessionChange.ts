import type { SessionState } from '@/api/session';

/**
 * What a change of who looks means for what is cached and on screen:
 * `forget` what was seen with another member's eyes; `refresh` what can stay
 * until it was read anew, so that a form half filled in stays too; or `keep` it.
 */
export function consequenceOf(before: SessionState, now: SessionState): 'forget' | 'refresh' | 'keep' {
  if (before.status === 'member') return now.status === 'member' && now.member.id === before.member.id ? 'refresh' : 'forget';
  return now.status === 'member' ? 'refresh' : 'keep';
}
