import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionState } from '@/api/session';
import { forgetGift } from '@/parts/giftDraft';
import { shippedRates } from '@/parts/useRateSource';
import { aCampaign, someSettings } from '@/test/factories';
import { ana, renderApp } from '@/test/renderApp';
import { type Answer, type Sent, serve as serveAll } from '@/test/server';
import { startTexts } from '@/test/texts';
import { ContributionPanel } from './ContributionPanel';
import texts from './texts.fr.json';
import { useGiftForm } from './useGiftForm';

beforeAll(() => startTexts('fr'));

const page = aCampaign({ lang: 'fr', resources: ['money', 'time'] });

/** Answers the donate command in turn; gives what was sent to it. */
function serve(...answers: Answer[]): () => Sent[] {
  const donate = '/api/commands/donate-money';
  const rates = someSettings.rates.map((rate) => ({ ...rate, source: shippedRates }));
  const sent = serveAll({ '/api/settings': { body: { ...someSettings, rates } }, [donate]: answers });
  return () => sent.filter(({ path }) => path === donate);
}

const closed = vi.fn<() => void>();

function Panel() {
  const gift = useGiftForm({ campaign: page, onLeave: () => undefined, onClosed: closed });
  return <ContributionPanel page={page} gift={gift} />;
}

function show(session?: SessionState) {
  return renderApp(<Panel />, session && { session });
}

const leave = vi.fn<(url: string) => void>();
const paid = { status: 200, body: { donation_id: 'd1', position: '7', payment_url: 'http://pay.test/p1' } };
const pay = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Donner/ });
const own = () => screen.getByLabelText<HTMLInputElement>('Autre montant');
/** Words put apart by the spaces that do not break. */
const plain = (text: string | null) => text?.replace(/[\u00a0\u202f]/g, ' ');

beforeEach(() => {
  leave.mockReset();
  closed.mockReset();
  vi.stubGlobal('location', { href: 'http://localhost/', assign: leave });
});

describe('giving money', () => {
  it('offers six amounts as radio buttons, one of them chosen, given once and nothing added', async () => {
    serve(paid);
    show();
    const amounts = within(screen.getByRole('group', { name: texts.sum.gift })).getAllByRole<HTMLInputElement>('radio');
    expect(amounts.map(({ value }) => Number(value))).toEqual([1000, 2500, 5000, 10_000, 25_000, 50_000]);
    expect(amounts.filter(({ checked }) => checked).map(({ value }) => Number(value))).toEqual([5000]);
    expect(plain(pay().textContent)).toBe('Donner 50 €');
    expect(pay().disabled).toBe(false);
    await screen.findByLabelText(/^Couvrir/);
    expect(screen.getAllByRole<HTMLInputElement>('checkbox', { hidden: true }).some(({ checked }) => checked)).toBe(false);
    expect(screen.getAllByRole('radio')).toHaveLength(6);
  });

  it('pays nothing without an amount', async () => {
    const user = userEvent.setup();
    serve(paid);
    show();
    await user.type(own(), '12');
    await user.clear(own());
    expect(pay().disabled).toBe(true);
    expect(plain(pay().textContent)).toBe('Donner');
  });

  it('says on one line how the gift will be shown, and folds the rest behind it', async () => {
    const user = userEvent.setup();
    serve(paid);
    show();
    const line = screen.getByText('Message, nom, e-mail').closest('summary');
    const said = () => plain(line?.textContent ?? null)?.replace('Message, nom, e-mail', '');
    expect(line?.closest('details')?.open).toBe(false);
    expect(said()).toBe('Affiché sous « Un soutien », sans message');
    await user.type(screen.getByLabelText(/Votre nom/), 'Ana');
    await user.type(screen.getByLabelText(/^Message/), 'Courage');
    expect(said()).toBe('Affiché sous « Ana », avec votre message');
    await user.click(screen.getByLabelText(/^Masquer mon nom/));
    expect(said()).toBe('Affiché sous « Anonyme », avec votre message');
  });

  it('says what is wrong with an amount that can’t be given', async () => {
    const user = userEvent.setup();
    const sent = serve(paid);
    show();
    await user.type(own(), '1');
    for (const typed of ['0{Tab}', 'dix{Tab}', '{Enter}', '-4{Enter}']) {
      await user.clear(own());
      await user.type(own(), typed);
      expect((await screen.findByText('Veuillez entrer un montant valide')).id).toBe(own().getAttribute('aria-describedby'));
      expect(pay().disabled).toBe(true);
    }
    expect(sent()).toEqual([]);
  });

  it('tells of a sign that is not the chosen currency’s, until either changes', async () => {
    const user = userEvent.setup();
    serve(paid);
    show();
    await screen.findByRole('option', { name: 'USD' });
    await user.type(own(), '$20{Tab}');
    const told = await screen.findByText(/^Vous avez écrit \$, mais la devise choisie est EUR/);
    expect(told.id).toBe(own().getAttribute('aria-describedby'));
    expect(pay().disabled).toBe(true);
    await user.selectOptions(screen.getByLabelText('Devise'), 'USD');
    await waitFor(() => expect(own().getAttribute('aria-invalid')).toBe('false'));
    expect(plain(pay().textContent)).toBe('Donner 20 $');
    await user.selectOptions(screen.getByLabelText('Devise'), 'GBP');
    expect(await screen.findByText(/^Vous avez écrit \$, mais la devise choisie est GBP/)).toBeTruthy();
    expect(pay().disabled).toBe(true);
  });

  it('takes either the tile or the typed amount', async () => {
    const user = userEvent.setup();
    serve(paid);
    show();
    await user.click(screen.getByRole('radio', { name: /^50\s€$/ }));
    expect(plain(pay().textContent)).toBe('Donner 50 €');
    await user.type(own(), '12,5');
    expect(plain(pay().textContent)).toBe('Donner 12,50 €');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^50\s€$/ }).checked).toBe(false);
    await user.click(screen.getByRole('radio', { name: /^25\s€$/ }));
    expect(own().value).toBe('');
    expect(plain(pay().textContent)).toBe('Donner 25 €');
  });

  it('adds the fee only when asked to, and shows what another currency counts', async () => {
    const user = userEvent.setup();
    serve(paid);
    show();
    await user.click(screen.getByRole('radio', { name: /^50\s€$/ }));
    const cover = await screen.findByRole<HTMLInputElement>('checkbox', {
      name: /Couvrir les frais de paiement, environ 1,02\s€/,
    });
    expect(cover.checked).toBe(false);
    await user.click(cover);
    expect(plain(pay().textContent)).toBe('Donner 51,02 €');
    await user.selectOptions(screen.getByLabelText('Devise'), 'USD');
    expect(plain((await screen.findByText(/Compte pour/)).textContent)).toBe(
      'Compte pour 42,63 € dans l’objectif : taux de change 0,852514 du 1 octobre 2025, table par défaut de Callup.',
    );
  });

  it('goes to the payment once, however often it is pressed', async () => {
    const user = userEvent.setup();
    const sent = serve(paid);
    show();
    await user.click(screen.getByRole('radio', { name: /^25\s€$/ }));
    await user.type(screen.getByLabelText(/Votre nom/), 'Ana');
    await user.dblClick(pay());
    await waitFor(() => expect(leave).toHaveBeenCalledWith('http://pay.test/p1'));
    await user.click(pay());
    expect(leave).toHaveBeenCalledTimes(1);
    expect(sent().map(({ body }) => body)).toEqual([
      { campaign_id: 'c1', amount: 2500, currency: 'EUR', lang: 'fr', donor_name: 'Ana' },
    ]);
  });

  it('tries the same gift again under the same key', async () => {
    const user = userEvent.setup();
    const sent = serve({ status: 503, body: { code: 'payment_unavailable' } }, paid);
    show();
    await user.click(screen.getByRole('radio', { name: /^25\s€$/ }));
    await user.click(pay());
    expect((await screen.findByRole('alert')).textContent).toContain(
      'ErreurErreur lors de la création du donRien n’a été débité',
    );
    await user.click(pay());
    await waitFor(() => expect(leave).toHaveBeenCalled());
    expect(sent().map(({ key }) => key)).toEqual(['key-1', 'key-1']);
  });

  it('puts the server’s refusals on their fields and keeps what was entered', async () => {
    const user = userEvent.setup();
    serve({ status: 422, body: { code: 'validation_failed', errors: [{ field: 'donor_email', code: 'malformed_email' }] } });
    show();
    await user.type(own(), '40');
    await user.type(screen.getByLabelText(/Votre e-mail/), 'ana@example.org');
    await user.click(pay());
    expect(await screen.findByText("Impossible d'enregistrer le don")).toBeTruthy();
    const email = screen.getByLabelText(/Votre e-mail/);
    expect(email.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(email));
    expect(email.closest('details')?.open).toBe(true);
    expect(own().value).toBe('40');
    expect(pay().disabled).toBe(false);
  });

  it('reads the campaign again when it has closed meanwhile', async () => {
    const user = userEvent.setup();
    serve({ status: 409, body: { code: 'campaign_paused' } });
    show();
    await user.click(screen.getByRole('radio', { name: /^10\s€$/ }));
    await user.click(pay());
    await waitFor(() => expect(closed).toHaveBeenCalled());
  });

  it('asks a member for no name', () => {
    serve(paid);
    show({ status: 'member', member: { id: 'm1', roles: [] } });
    expect(screen.queryByLabelText(/Votre nom/)).toBeNull();
    expect(screen.queryByLabelText(/Votre e-mail/)).toBeNull();
  });

  it('asks nobody for a name, and sends nothing, before it is known who gives', async () => {
    const user = userEvent.setup();
    serve(paid);
    const { become } = show({ status: 'unknown' });
    await user.click(screen.getByRole('radio', { name: /^25\s€$/ }));
    expect(screen.queryByLabelText(/Votre nom/)).toBeNull();
    expect(pay().disabled).toBe(true);
    become(ana);
    expect(screen.queryByLabelText(/Votre nom/)).toBeNull();
    expect(pay().disabled).toBe(false);
  });

  it('asks for a name where the session turns out to have ended', () => {
    serve(paid);
    const { become } = show({ status: 'unknown' });
    become({ status: 'anonymous' });
    expect(screen.getByLabelText(/Votre nom/)).toBeTruthy();
  });
});

describe('a gift half filled in', () => {
  const fill = async () => {
    const user = userEvent.setup();
    await user.type(own(), '12,50');
    await user.type(screen.getByLabelText(/^Message/), 'Courage');
  };
  const entered = () => [own().value, screen.getByLabelText<HTMLTextAreaElement>(/^Message/).value, plain(pay().textContent)];

  it('stays while one signs in, a token is renewed, and the language changes', async () => {
    serve(paid);
    const { become } = show({ status: 'anonymous' });
    await fill();
    const before = ['12,50', 'Courage', 'Donner 12,50 €'];
    become(ana);
    expect(entered()).toEqual(before);
    become({ status: 'member', member: { id: 'm1', roles: ['moderator'] } });
    expect(entered()).toEqual(before);
    await act(() => i18next.changeLanguage('es'));
    expect(screen.getByRole('button', { name: /^Donner 12,50/ })).toBeTruthy();
    await act(() => i18next.changeLanguage('fr'));
    expect(entered()).toEqual(before);
  });

  it.each([
    ['signs out', { status: 'anonymous', left: true }],
    ['changes', { status: 'member', member: { id: 'm2', roles: [] } }],
  ] as const)('goes when the member %s', async (_, next) => {
    serve(paid);
    const { become } = show(ana);
    await fill();
    become(next);
    await waitFor(() => expect(entered()).toEqual(['', '', 'Donner 50 €']));
  });

  it('comes back whole after its payment came to nothing, and shows nobody else’s', async () => {
    const user = userEvent.setup();
    serve(paid);
    const first = show({ status: 'anonymous' });
    await fill();
    await screen.findByRole('option', { name: 'USD' });
    await user.selectOptions(screen.getByLabelText('Devise'), 'USD');
    for (const name of [/^Couvrir/, /^Masquer/]) await user.click(screen.getByRole('checkbox', { name }));
    await user.type(screen.getByLabelText(/Votre nom/), 'Ana');
    await user.type(screen.getByLabelText(/Votre e-mail/), 'ana@example.org');
    const before = entered();
    await user.click(pay());
    await waitFor(() => expect(leave).toHaveBeenCalled());
    // Neither the key of the command nor anything of the payment lies in the browser.
    const stored = [sessionStorage, localStorage].flatMap((area) => Object.keys(area).map((key) => area.getItem(key)));
    expect(stored.join(' ')).not.toMatch(/key-|pay\.test/);
    first.unmount();

    show({ status: 'unknown' });
    expect(own().value).toBe('');
    cleanup();
    const again = show({ status: 'anonymous' });
    await waitFor(() => expect(entered()).toEqual(before));
    expect(screen.getByLabelText<HTMLSelectElement>('Devise').value).toBe('USD');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Masquer/ }).checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>(/Votre nom/).value).toBe('Ana');
    expect(screen.getByLabelText<HTMLInputElement>(/Votre e-mail/).value).toBe('ana@example.org');
    again.become(ana);
    again.unmount();

    // What was typed before signing in is the member's from then on.
    const visitor = show({ status: 'anonymous' });
    expect(own().value).toBe('');
    visitor.unmount();
    const { become } = show({ status: 'unknown' });
    become(ana);
    await waitFor(() => expect(entered()).toEqual(before));
  });

  it('is empty again where it was paid and the browser shows the page as it was left', async () => {
    const user = userEvent.setup();
    serve(paid);
    show({ status: 'anonymous' });
    await fill();
    await user.click(pay());
    await waitFor(() => expect(leave).toHaveBeenCalled());
    const back = () => {
      act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    };
    back();
    expect(entered()).toEqual(['12,50', 'Courage', 'Donner 12,50 €']);
    forgetGift(page.id, undefined);
    back();
    await waitFor(() => expect(entered()).toEqual(['', '', 'Donner 50 €']));
  });

  it('stays when the session only ends', async () => {
    serve(paid);
    const { become } = show(ana);
    await fill();
    become({ status: 'anonymous' });
    expect(entered()).toEqual(['12,50', 'Courage', 'Donner 12,50 €']);
  });
});
