import { createHmac } from 'node:crypto';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { NewFactorAnswer, RecoveryCodesAnswer } from '../../src/api/generated/auth.ts';
import { accepted, answered, type Person, signUp, somebody } from './api.ts';
import { operate } from './server.ts';

/** What an authenticator app shows now for a secret in base32 (RFC 6238). */
export function codeOf(secret: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = Array.from(secret, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac('sha1', key).update(step).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}

const as = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Switches a member's second factor on; answers the recovery codes. */
export async function withFactor(request: APIRequestContext, token: string): Promise<string[]> {
  const headers = as(token);
  const begun = await request.post('/api/auth/begin-factor', { headers });
  const { secret } = await answered<NewFactorAnswer>(begun);
  const on = await request.post('/api/auth/turn-factor-on', { headers, data: { code: codeOf(secret) } });
  return (await answered<RecoveryCodesAnswer>(on)).recovery_codes;
}

/** Has whoever runs the installation make a member administrator. */
export async function appoint({ email }: Person): Promise<void> {
  await operate(process.env.CALLUP_TEST_DATA ?? '', 'members', 'grant', email, 'administrator');
}

/** Who looks at the staff's screens: for each language the same for all of a worker, with the codes they have left. */
const staff = new Map<string, Promise<{ person: Person; codes: string[] }>>();

/** A new member whose profile has this language, and who is administrator; a browser is theirs from then on. */
async function hired(request: APIRequestContext, lang: string) {
  const person = somebody('Inès Keller');
  const token = await signUp(request, person, lang);
  const codes = await withFactor(request, token);
  await appoint(person);
  await expect(async () => accepted(await request.get('/api/admin/members', { headers: as(token) }))).toPass();
  return { person, codes };
}

/** Signs staff in with the password and a recovery code; the last one is spent on ten new ones. */
async function again(request: APIRequestContext, { person, codes }: { person: Person; codes: string[] }): Promise<void> {
  const { email, password } = person;
  const asked = await request.post('/api/auth/sign-in', { data: { email, password } });
  const { challenge } = ((await asked.json()) as { args: { challenge: string } }).args;
  const second = await request.post('/api/auth/second-step', { data: { challenge, code: codes.pop() } });
  const { access_token: token } = await answered<{ access_token: string }>(second);
  if (codes.length > 1) return;
  const renewed = await request.post('/api/auth/renew-recovery-codes', { headers: as(token) });
  codes.push(...(await answered<RecoveryCodesAnswer>(renewed)).recovery_codes);
}

/** Makes a page's browser that of an administrator who only looks, and whose profile has this language. */
export async function sharedStaff(page: Page, lang: string): Promise<void> {
  const known = staff.get(lang);
  if (known) {
    await again(page.request, await known);
    return;
  }
  const member = hired(page.request, lang);
  staff.set(lang, member);
  await member;
}
