import type { APIRequestContext } from '@playwright/test';
import { campaigns, type Decision, guestGift, launch, type Launched, type Person, signUp, somebody } from '../support/api.ts';

/** What the pictures in one language show, beside the demo data: whoever is signed in reads that. */
export interface World {
  /** A campaign asking for all three, with supporters; from the demo data where there is one. */
  readonly busy: string;
  /** One that has ended. */
  readonly closed: string | undefined;
  /** One nobody has given to yet. */
  readonly fresh: Launched;
  readonly owner: Person;
  /** A member with nothing to their name. */
  readonly member: Person;
  /** Gifts by what became of them; one still waits. */
  readonly gifts: Record<Decision | 'waiting', string>;
}

export async function makeWorld(request: APIRequestContext, language: string): Promise<World> {
  const owner = somebody('Amina Diallo');
  const token = await signUp(request, owner, language);
  const fresh = await launch(request, token, { title: 'A roof for the music school', category: 'education' });
  const soon = new Date(Date.now() + 20 * 24 * 3600 * 1000).toISOString().slice(0, 10);
  const given = await launch(request, token, {
    title: 'Wheelchairs for the basketball team',
    category: 'sports',
    end_date: soon,
  });
  const give = (decision: 'approve' | 'decline' | 'expire' | 'cancel') =>
    guestGift(request, given.id, decision, { message: 'For the whole team.' });
  const [approve, decline, expire, cancel, waiting] = await Promise.all([
    give('approve'),
    give('decline'),
    give('expire'),
    give('cancel'),
    guestGift(request, given.id),
  ]);
  const member = somebody('Jonas Weber');
  await signUp(request, member, language);

  const [popular, inactive] = await Promise.all([
    campaigns(request, { limit: 48 }),
    campaigns(request, { tab: 'inactive', limit: 6 }),
  ]);
  const busy = popular.toSorted((a, b) => b.resources.length - a.resources.length || b.supporters - a.supporters)[0] ?? given;
  return {
    busy: busy.slug,
    closed: inactive[0]?.slug,
    fresh,
    owner,
    member,
    gifts: { approve, decline, expire, cancel, waiting },
  };
}
