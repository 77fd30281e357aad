import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { CampaignCard } from '@/api/generated/campaigns';
import { useFormat } from '@/i18n/useFormat';
import { Cover } from '@/ui/Cover';
import { Deadline } from '@/ui/Deadline';
import { MemberIcon } from '@/ui/MemberIcon';
import { marked } from './marked';
import type { Found } from './useFound';

/** How far a campaign has come, and how long it still runs. */
function Facts({ campaign }: { campaign: CampaignCard }) {
  const { t } = useTranslation('search');
  const { t: common } = useTranslation();
  const format = useFormat();
  const { currency, raised_amount: amount, goal_amount: goal, status, resources, organizer } = campaign;
  const raised = format.money({ amount, currency });
  const reached =
    goal > 0 ? t('raisedOf', { raised, goal: format.money({ amount: goal, currency }) }) : t('raised', { raised });
  return (
    <span className="sm mut num">
      {resources.includes('money') ? reached : organizer.name || common('anonymous')}
      {' · '}
      {status === 'active' ? (
        <Deadline endsAt={campaign.ends_at} endDate={campaign.end_date} />
      ) : (
        common(status === 'paused' ? 'status.paused' : 'status.completed')
      )}
    </span>
  );
}

interface Props {
  id: string;
  found: Found;
  words: string;
  active: boolean;
  /** The pointer is on it. */
  onPoint: () => void;
  onFollow: () => void;
}

/** Something that was found: a link, which the keyboard reaches from the field by the arrow keys. */
export function Option({ id, found, words, active, onPoint, onFollow }: Props) {
  const { to, text, icon, campaign } = found;
  return (
    <Link
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      to={to}
      className="search-option"
      onPointerMove={onPoint}
      onClick={onFollow}
    >
      <span className="search-sign">
        {campaign ? <Cover {...campaign} width={88} height={88} /> : icon && <MemberIcon name={icon} />}
      </span>
      <span className="search-words">
        <span className="search-name" lang={campaign?.lang}>
          {marked(text, found.key === 'all' ? '' : words).map((piece) =>
            piece.hit ? <mark key={piece.at}>{piece.text}</mark> : piece.text,
          )}
        </span>
        {campaign && <Facts campaign={campaign} />}
      </span>
    </Link>
  );
}
