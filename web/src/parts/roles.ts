/** A role among the staff. */
export type Role = 'moderator' | 'auditor' | 'administrator';

/** Whether a member with these roles may do what is for one of them, or for anybody with one: administrators may all of it. */
export function holds(roles: readonly string[], wanted: Role | 'staff'): boolean {
  if (roles.includes('administrator')) return true;
  return wanted === 'staff' ? roles.length > 0 : roles.includes(wanted);
}
