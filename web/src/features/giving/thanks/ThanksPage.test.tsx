import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Donation } from '@/api/generated/giving';
import type { SessionState } from '@/api/session';
import { keepGift, readGift } from '@/parts/giftDraft';
import { aCampaign, aDonation } from '@/test/factories';
import { ana, renderApp } from '@/test/renderApp';
import { serve } from '@/test/server';
import { startTexts } from '@/test/texts';
import { ThanksPage } from './ThanksPage';

beforeAll(() => startTexts());

const { id } = aDonation();
const page = aCampaign({ raised_amount: 4280_00, supporters: 62 });

function show(changes: Partial<Donation> = {}, session: SessionState = { status: 'anonymous' }) {
  serve({ [`/api/donations/${id}`]: { body: aDonation(changes), position: '7' }, '/api/campaigns/c1': { body: page } });
  return renderApp(<ThanksPage />, {
    session,
    path: `/campaign/repair-cafe/thanks?donation=${id}`,
    route: '/campaign/:slug/thanks',
  });
}

/** What was sent as this gift, in this tab. */
function sent(values: object, member?: string): void {
  keepGift('c1', member, { values, sent: id });
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const account = () => screen.queryByRole('link', { name: 'Create an account' });

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});

describe('a gift that was paid', () => {
  it('shows its reference, the campaign’s total with it and as it goes on, sharing, and an account last', async () => {
    const { push, container } = show();
    await heading('Thank you!');
    expect(screen.getByText(`Reference ${id}`)).toBeTruthy();
    const total = await screen.findByRole('region', { name: 'The campaign now' });
    await within(total).findAllByText('€4,280');
    expect(total.textContent).toMatch(/raised of €6,000, including your gift.*71.%.*62 supporters.*\+.€50/);
    push('campaign/c1', 'campaign', { ...page, raised_amount: 4300_00, supporters: 63 });
    await waitFor(() => expect(total.textContent).toContain('63 supporters'));
    await within(total).findAllByText('€4,300');
    expect(screen.getByRole('button', { name: 'Share' })).toBeTruthy();
    const links = [...container.querySelectorAll('a')];
    expect(links.at(-1)).toBe(account());
    expect(links.at(-1)?.getAttribute('href')).toBe('/auth?tab=signup&next=%2Fcampaign%2Frepair-cafe');
  });

  it.each([
    ['a guest without an address', { donor_email: ' ' }, undefined, 'You gave no e-mail address'],
    ['a guest with one', { donor_email: 'a@example.org' }, undefined, 'We also sent it'],
    ['a member', {}, 'm1', 'We also sent it'],
  ])('tells %s how to find the receipt again, and forgets what was typed', async (_, values, member, told) => {
    sent(values, member);
    show({}, member ? ana : { status: 'anonymous' });
    await heading('Thank you!');
    expect(screen.getByText(told, { exact: false })).toBeTruthy();
    const link = screen.queryByRole<HTMLInputElement>('textbox', { name: 'Link to the receipt' });
    expect(link?.value).toBe(
      told.startsWith('You gave') ? `${location.origin}/campaign/repair-cafe/thanks?donation=${id}` : undefined,
    );
    expect(account() === null).toBe(member !== undefined);
    await waitFor(() => expect(readGift('c1', member)).toBeUndefined());
  });

  it('says neither to whoever comes by its link, and forgets no other gift', async () => {
    keepGift('c1', undefined, { values: { message: 'The next one' }, sent: 'another' });
    show();
    await heading('Thank you!');
    expect(screen.getByText(/^This link always leads back to your receipt/)).toBeTruthy();
    expect(readGift('c1', undefined)?.values).toEqual({ message: 'The next one' });
  });

  it('says that the receipt is being made, and leads to its file once it has a number (55)', async () => {
    sent({ donor_email: ' ' });
    const { push } = show();
    await heading('Thank you!');
    expect(screen.getByText(/receipt is being made/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Download receipt (PDF)' })).toBeNull();
    push(`donation/${id}`, 'donation', aDonation({ receipt: '/receipt/s3cret', receipt_number: 'CU-2026-000042' }));
    const file = await screen.findByRole('link', { name: 'Download receipt (PDF)' });
    expect(file.getAttribute('href')).toBe('/receipt/s3cret.pdf');
    expect(screen.getByText('Receipt no. CU-2026-000042')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link to the receipt' }).value).toBe(
      `${location.origin}/receipt/s3cret`,
    );
  });

  it('copies the receipt’s link', async () => {
    const user = userEvent.setup();
    show();
    await user.click(await screen.findByRole('button', { name: 'Copy the link' }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(new RegExp(`thanks\\?donation=${id}$`)));
  });
});

describe('a gift that came to nothing', () => {
  it.each([
    [true, /Your name stays hidden\.$/],
    [false, /You can try again\.$/],
  ])('keeps what was typed, and says so (hidden: %s)', async (anonymous, told) => {
    sent({ message: 'Courage' });
    show({ status: 'failed', reason: 'declined', anonymous });
    await heading('The payment was declined');
    expect(screen.getByText(told)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/campaign/repair-cafe');
    expect(readGift('c1', undefined)?.values).toEqual({ message: 'Courage' });
    expect([screen.queryByText('Receipt'), account()]).toEqual([null, null]);
  });

  it('promises nothing where it was typed elsewhere', async () => {
    show({ status: 'failed', reason: 'declined' });
    await heading('The payment was declined');
    expect(screen.queryByText(/What you entered is still here/)).toBeNull();
  });
});
