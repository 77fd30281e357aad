import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type APIResponse, expect, type Page } from '@playwright/test';
import type { SignedIn } from '../../src/api/generated/auth.ts';
import type { CampaignCard, CampaignDetail, CampaignsApiArg, ListCampaignCard } from '../../src/api/generated/campaigns.ts';
import type { ContentBody, LaunchCampaignAnswer } from '../../src/api/generated/campaignsCommands.ts';
import type { DonateMoneyAnswer, DonateMoneyBody, Donation } from '../../src/api/generated/giving.ts';
import type { Totals } from '../../src/api/generated/platform.ts';

/*
 * What journeys need to have happened before they begin, through the same API
 * the app uses. What a journey is about, it does in the browser.
 */

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Somebody nobody else in this run is. */
export function somebody(name: string): Person {
  return { name, email: `${randomUUID()}@example.org`, password: 'a long enough secret' };
}

export async function accepted(response: APIResponse): Promise<void> {
  expect(response.ok(), `${response.url()} answers ${response.status()}: ${await response.text()}`).toBe(true);
}

export async function answered<Answer>(response: APIResponse): Promise<Answer> {
  await accepted(response);
  return (await response.json()) as Answer;
}

/** The address below `path` of the link in the newest mail to somebody that has one. */
export async function mailedLink(request: APIRequestContext, email: string, path: string): Promise<string> {
  const find = async (page: string, pattern: RegExp) => pattern.exec(await (await request.get(page)).text())?.[1];
  let link: string | undefined;
  await expect(async () => {
    const mail = await find(`/dev/outbox?to=${encodeURIComponent(email)}`, /<li><a href="(\/dev\/outbox\/[^"]+)"/);
    expect(mail, `a mail to ${email}`).toBeDefined();
    link = await find(mail ?? '', new RegExp(`href="(https?:[^"]*${path}\\?[^"]*)"`));
    expect(link, `a link to ${path} in the newest mail`).toBeDefined();
  }).toPass();
  return (link ?? '').replaceAll('&amp;', '&');
}

/** The address of the confirmation link in the newest mail to somebody. */
export async function confirmationLink(request: APIRequestContext, email: string): Promise<string> {
  return mailedLink(request, email, '/auth/confirm');
}

/** Signs somebody in who has an account; answers an access token, and a page's browser is theirs from then on. */
export async function signIn(request: APIRequestContext, { email, password }: Omit<Person, 'name'>): Promise<string> {
  const session = await answered<SignedIn>(await request.post('/api/auth/sign-in', { data: { email, password } }));
  return session.access_token;
}

/** Signs somebody up and confirms the address; answers an access token. */
export async function signUp(request: APIRequestContext, person: Person, lang = 'en'): Promise<string> {
  const { name, email, password } = person;
  await accepted(
    await request.post('/api/auth/sign-up', { data: { full_name: name, email, password, lang, terms_accepted: true } }),
  );
  const link = new URL(await confirmationLink(request, email));
  const token = link.searchParams.get('token');
  return (await answered<SignedIn>(await request.post('/api/auth/confirm', { data: { token, password } }))).access_token;
}

/** A guest writes to support. */
export async function writeToSupport(request: APIRequestContext, subject: string): Promise<void> {
  const data = { name: 'Noor Haddad', email: somebody('').email, subject, message: 'Where is my gift?', lang: 'en' };
  await accepted(await request.post('/api/commands/write-to-support', { headers: { 'Idempotency-Key': randomUUID() }, data }));
}

/** Makes a page's browser somebody's: the next page it opens is signed in. */
export async function signedIn(page: Page, person: Person): Promise<void> {
  await signUp(page.request, person);
}

/** Who looks at members' screens: for each language the same for all of a worker. */
const watchers = new Map<string, Promise<Person>>();

/** Makes a page's browser that of a member who only looks, and whose profile has this language. */
export async function sharedMember(page: Page, lang: string): Promise<void> {
  const watcher = watchers.get(lang);
  if (watcher) {
    await signIn(page.request, await watcher);
    return;
  }
  const person = somebody('Amina Diallo');
  const signedUp = signUp(page.request, person, lang).then(() => person);
  watchers.set(lang, signedUp);
  await signedUp;
}

export const exampleCampaign: ContentBody = {
  title: 'Reopen the Saint-Roch repair café',
  description: 'A room where neighbours mend things instead of throwing them away.',
  story:
    'The roof leaks. We need a new one before winter, then the kettle goes on again.\n\n' +
    'Every Saturday since 2019 somebody here has kept a bicycle, a radio or a winter coat out of the bin.',
  category: 'community',
  currency: 'EUR',
  goal_amount: 600_000,
  resource_types: ['money'],
  location: 'Lyon',
  time_zone: 'Europe/Paris',
  lang: 'en',
};

export interface Launched {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
}

/** Launches a campaign as whoever the token belongs to. */
export async function launch(request: APIRequestContext, token: string, content: Partial<ContentBody> = {}): Promise<Launched> {
  const body = { ...exampleCampaign, ...content };
  const answer = await answered<LaunchCampaignAnswer>(
    await request.post('/api/commands/launch-campaign', {
      headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': randomUUID() },
      data: body,
    }),
  );
  // What was launched is there for everybody before the journey begins.
  await accepted(await request.get(`/api/campaigns/${answer.slug}`, { headers: { 'Read-After': answer.position } }));
  return { id: answer.campaign_id, slug: answer.slug, title: body.title };
}

/** Who launches what is scenery: one member for each worker, because sign-ups from one address are limited. */
let organizer: Person | undefined;

/** What many journeys only look at. */
let shared: Promise<Launched> | undefined;

/** A campaign that asks for everything, the same for all journeys of a worker: nobody gives to it or changes it. */
export function sharedCampaign(request: APIRequestContext): Promise<Launched> {
  const needs = [{ item: 'Toolbox', quantity: 3 }];
  shared ??= campaign(request, { resource_types: ['money', 'time', 'materials'], time_goal_hours: 20, needs });
  return shared;
}

/** Somebody launches a campaign: scenery for a journey. */
export async function campaign(request: APIRequestContext, content: Partial<ContentBody> = {}): Promise<Launched> {
  if (organizer) return launch(request, await signIn(request, organizer), content);
  const person = somebody('Les Bricoleurs de Saint-Roch');
  const token = await signUp(request, person);
  organizer = person;
  return launch(request, token, content);
}

export async function totals(request: APIRequestContext): Promise<Totals> {
  return answered<Totals>(await request.get('/api/platform/totals'));
}

export async function campaigns(request: APIRequestContext, args: CampaignsApiArg): Promise<CampaignCard[]> {
  const params = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, String(value)]));
  return (await answered<ListCampaignCard>(await request.get('/api/campaigns', { params }))).items;
}

export async function campaignPage(request: APIRequestContext, slug: string): Promise<CampaignDetail> {
  return answered<CampaignDetail>(await request.get(`/api/campaigns/${slug}`));
}

/** What the bank can say on the payment page. */
export type Decision = 'approve' | 'decline' | 'expire' | 'cancel';

const outcomes: Record<Decision, Donation['status']> = {
  approve: 'completed',
  decline: 'failed',
  expire: 'failed',
  cancel: 'cancelled',
};

/** A guest starts a gift, and unless it is to stay open the bank decides; answers its id once that is recorded. */
export async function guestGift(
  request: APIRequestContext,
  campaignId: string,
  decision?: Decision,
  gift: Partial<DonateMoneyBody> = {},
): Promise<string> {
  const body: DonateMoneyBody = {
    campaign_id: campaignId,
    amount: 2500,
    currency: 'EUR',
    lang: 'en',
    donor_name: 'Noor Haddad',
    ...gift,
  };
  const { donation_id, payment_url } = await answered<DonateMoneyAnswer>(
    await request.post('/api/commands/donate-money', { headers: { 'Idempotency-Key': randomUUID() }, data: body }),
  );
  if (!decision) return donation_id;
  await accepted(await request.post(payment_url, { form: { decision } }));
  await expect(async () => {
    const { status } = await answered<Donation>(await request.get(`/api/donations/${donation_id}`));
    expect(status).toBe(outcomes[decision]);
  }).toPass();
  return donation_id;
}
