import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { useFormat } from '@/i18n/useFormat';
import { Notice } from '@/ui/States';
import { Segmented } from '@/ui/Segmented';
import { Bone, Loading } from '@/ui/Skeleton';
import type { Strand } from '@/ui/StrandBar';
import { loadTexts } from '@/i18n/setup';
import { isOpen, kindsOf, standingOf } from './gift';
import { MoneyForm } from './MoneyForm';
import { ShareCampaign } from '../ShareCampaign';
import type { GiftFormState } from './useGiftForm';

/** Why nothing can be given now, and what came of the campaign. */
function Closed({ page }: { page: CampaignDetail }) {
  const { t } = useTranslation('campaign');
  const { t: common } = useTranslation();
  const format = useFormat();
  const standing = standingOf(page);
  if (standing === 'hidden') return null;
  if (standing === 'no_money') return <Notice>{t(page.resources.length > 0 ? 'closed.noMoney' : 'closed.nothing')}</Notice>;
  if (standing === 'paused') {
    return (
      <Notice>
        <p>
          <b>{t('closed.paused')}</b>
        </p>
        <p>{t('closed.pausedText')}</p>
      </Notice>
    );
  }
  const { currency, raised_amount: raised, goal_amount: goal, closed_at: closed, end_reason: reason } = page;
  const amounts = { raised: format.money({ amount: raised, currency }), goal: format.money({ amount: goal, currency }) };
  const people = common('supporters', { count: page.supporters, shown: format.count(page.supporters) });
  return (
    <Notice>
      <p>
        <b>{t('closed.ended')}</b>
      </p>
      {closed && reason && reason !== 'cancelled' && (
        <p>
          {t(`closed.${reason}`, {
            date:
              reason === 'end_date' && page.end_date ? format.plainDay(page.end_date) : format.dayIn(closed, page.time_zone),
          })}
        </p>
      )}
      {page.resources.includes('money') && (
        <p>{t(goal > 0 ? 'closed.outcome' : 'closed.outcomeNoGoal', { ...amounts, people })}</p>
      )}
    </Notice>
  );
}

interface Props {
  page: CampaignDetail;
  gift: GiftFormState;
  /** Stands before it, within the same part. */
  head?: ReactNode;
  /** Told of each way to contribute that is chosen here. */
  onKind?: ((kind: Strand) => void) | undefined;
}

// Fewer come for these than to give money, and to read.
const TimeForm = lazy(async () => {
  const [{ TimeForm: form }] = await Promise.all([import('./offer/TimeForm'), loadTexts('offer')]);
  return { default: form };
});
const ThingForm = lazy(async () => {
  const [{ ThingForm: form }] = await Promise.all([import('./offer/ThingForm'), loadTexts('offer')]);
  return { default: form };
});

function Bones({ head }: { head: ReactNode }) {
  return (
    <div className="campaign-closed campaign-gift">
      <div className="campaign-gift-fields">
        {head}
        <Loading>
          <Bone width="100%" height="180px" />
        </Loading>
      </div>
    </div>
  );
}

interface KindsProps {
  kinds: readonly Strand[];
  value: Strand;
  onChoose: (kind: Strand) => void;
  /** Whether somebody chose one here: each form brings the choice anew, which must not lose the focus. */
  isChosen: () => boolean;
}

function Kinds({ kinds, value, onChoose, isChosen }: KindsProps) {
  const { t } = useTranslation('campaign');
  const { t: common } = useTranslation();
  const choice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen()) choice.current?.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true });
  }, [isChosen]);
  return (
    <div className="campaign-kinds" ref={choice}>
      <Segmented
        legend={t('contribute')}
        options={kinds.map((one) => ({ value: one, label: common(`strand.${one}`), icon: one, strand: one }))}
        value={value}
        onChange={onChoose}
      />
    </div>
  );
}

/** The way to contribute that was asked for in the address, else the first that there is. */
function useKind(kinds: readonly Strand[]): [Strand | undefined, (kind: Strand) => void] {
  const [params] = useSearchParams();
  const [chosen, choose] = useState<string | null>(params.get('give'));
  return [kinds.find((kind) => kind === chosen) ?? kinds[0], choose];
}

/** How to contribute, in the kinds that can be used now. */
export function ContributionPanel({ page, gift, head, onKind }: Props) {
  const kinds = kindsOf(page);
  const chosen = useRef(false);
  const isChosen = useCallback(() => chosen.current, []);
  const [kind, setKind] = useKind(kinds);
  const choose = (next: Strand) => {
    chosen.current = true;
    setKind(next);
    onKind?.(next);
  };
  if (isOpen(page)) {
    const whole = (
      <>
        {head}
        {kinds.length > 1 && kind && <Kinds kinds={kinds} value={kind} onChoose={choose} isChosen={isChosen} />}
      </>
    );
    if (kind === 'money') return <MoneyForm campaign={page} gift={gift} head={whole} />;
    const Offer = kind === 'time' ? TimeForm : ThingForm;
    return (
      <Suspense fallback={<Bones head={whole} />}>
        <Offer campaign={page} head={whole} share={<ShareCampaign campaign={page} />} />
      </Suspense>
    );
  }
  return (
    <div className="campaign-closed">
      {head}
      <Closed page={page} />
    </div>
  );
}
