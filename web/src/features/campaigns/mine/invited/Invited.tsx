import './invited.css';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  type Invited as Asked,
  useAcceptHandOverMutation,
  useAcceptInvitationMutation,
  useDeclineHandOverMutation,
  useDeclineInvitationMutation,
  useMyInvitationsQuery,
} from '@/api/generated/team';
import { FailureNotice } from '@/parts/FailureNotice';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { useCommand } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { RelativeTime } from '@/ui/RelativeTime';
import { showToast } from '@/ui/toast';
import { Unbroken } from '@/ui/Unbroken';

/** The id that says that the campaign is offered to a co-organizer. */
const none = '00000000-0000-0000-0000-000000000000';

function Row({ asked, onDone }: { asked: Asked; onDone: () => void }) {
  const { t } = useTranslation('invited');
  const titleOf = useCampaignTitle();
  const navigate = useNavigate();
  const [accept] = useAcceptInvitationMutation();
  const [decline] = useDeclineInvitationMutation();
  const [takeOver] = useAcceptHandOverMutation();
  const [leaveIt] = useDeclineHandOverMutation();
  const { campaign_id, invitation_id, owner } = asked;
  const isOffer = invitation_id === none;
  const send = (yes: boolean) =>
    isOffer
      ? (yes ? takeOver : leaveIt)({ teamBody: { campaign_id } }).unwrap()
      : (yes ? accept : decline)({ invitationBody: { campaign_id, invitation_id } }).unwrap();
  const { run, busy, failure } = useCommand(
    async (yes: boolean) => {
      await send(yes);
      return yes;
    },
    {
      onDone: (yes) => {
        showToast({ title: t(yes ? (isOffer ? 'yours' : 'joined') : 'declined') });
        if (yes) void navigate(`/my/campaigns/${campaign_id}`);
        onDone();
      },
      onRefused: ({ status }) => {
        if (status === 404) onDone(); // it was taken back
      },
    },
  );
  return (
    <li className="card invited-row">
      <div className="invited-words">
        <p className="sm mut">
          {t(isOffer ? 'offers' : 'asks', { name: owner || t('somebody') })} · <RelativeTime at={asked.at} />
        </p>
        <h3 lang={asked.campaign_title ? asked.campaign_lang : undefined}>
          <Unbroken text={titleOf(asked.campaign_title)} />
        </h3>
        <p className="sm">{t(isOffer ? 'offersText' : 'asksText')}</p>
      </div>
      <div className="invited-do">
        <Button variant="outline" size="small" onClick={() => void run(false)}>
          {t('decline')}
        </Button>
        <Button size="small" busy={busy} onClick={() => void run(true)}>
          {t('accept')}
        </Button>
      </div>
      {failure && (
        <FailureNotice title={failure.title}>
          <p>{failure.advice}</p>
        </FailureNotice>
      )}
    </li>
  );
}

/** The campaigns that the member is asked to run or to own; nothing where there are none. */
export function Invited() {
  const { t } = useTranslation('invited');
  const query = useMyInvitationsQuery();
  const { currentData, isError } = query;
  if (isError && !currentData) {
    return (
      <FailureNotice title={t('failed')}>
        <Button size="small" variant="outline" busy={query.isFetching} onClick={() => void query.refetch()}>
          {t('again')}
        </Button>
      </FailureNotice>
    );
  }
  if (!currentData || currentData.items.length === 0) return null;
  return (
    <section className="invited" aria-labelledby="invited">
      <h2 id="invited">{t('title')}</h2>
      <ul role="list" className="invited-list">
        {currentData.items.map((asked) => (
          <Row key={asked.campaign_id + asked.invitation_id} asked={asked} onDone={() => void query.refetch()} />
        ))}
      </ul>
    </section>
  );
}
