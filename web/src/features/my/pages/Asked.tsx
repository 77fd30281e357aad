import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import {
  type AskedToEdit,
  useAcceptPageInvitationMutation,
  useDeclinePageInvitationMutation,
  useMyPageInvitationsQuery,
} from '@/api/generated/pages';
import { FailureNotice } from '@/parts/FailureNotice';
import { useCommand } from '@/parts/useCommand';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { RelativeTime } from '@/ui/RelativeTime';
import { showToast } from '@/ui/toast';
import { Unbroken } from '@/ui/Unbroken';

function Row({ asked, onDone }: { asked: AskedToEdit; onDone: () => void }) {
  const { t } = useTranslation('pages');
  const go = useNavigate();
  const [accept] = useAcceptPageInvitationMutation();
  const [decline] = useDeclinePageInvitationMutation();
  const { page_id, invitation_id, name, lang, logo, owner, at } = asked;
  const { run, busy, failure } = useCommand(
    async (yes: boolean) => {
      await (yes ? accept : decline)({ pageInvitationBody: { page_id, invitation_id } }).unwrap();
      return yes;
    },
    {
      onDone: (yes) => {
        showToast({ title: t(yes ? 'asked.joined' : 'asked.declined') });
        if (yes) void go(`/my/pages/${page_id}`);
        onDone();
      },
      onRefused: ({ status }) => {
        if (status === 404) onDone(); // it was taken back
      },
    },
  );
  return (
    <li className="pages-card">
      <div className="pages-head">
        <Avatar name={name} id={page_id} picture={logo} size={56} />
        <div>
          <p className="sm mut">
            {t('asked.asks', { name: owner || t('asked.somebody') })} · <RelativeTime at={at} />
          </p>
          <h3 lang={lang}>
            <Unbroken text={name} />
          </h3>
          <p className="sm">{t('asked.text')}</p>
        </div>
      </div>
      {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
      <div className="pages-do">
        <Button variant="outline" size="small" onClick={() => void run(false)}>
          {t('asked.decline')}
        </Button>
        <Button size="small" busy={busy} onClick={() => void run(true)}>
          {t('asked.accept')}
        </Button>
      </div>
    </li>
  );
}

/** The pages that the member is asked to edit; nothing where there are none. */
export function Asked() {
  const { t } = useTranslation('pages');
  const id = useId();
  const query = useMyPageInvitationsQuery();
  if (query.isError) {
    return (
      <FailureNotice title={t('asked.failed')}>
        <Button variant="outline" size="small" onClick={() => void query.refetch()}>
          {t('asked.again')}
        </Button>
      </FailureNotice>
    );
  }
  const items = query.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section className="pages-asked" aria-labelledby={id}>
      <h2 id={id}>{t('asked.title')}</h2>
      <ul role="list" className="pages-grid">
        {items.map((asked) => (
          <Row key={asked.invitation_id} asked={asked} onDone={() => void query.refetch()} />
        ))}
      </ul>
    </section>
  );
}
