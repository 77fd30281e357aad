import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type DraftCard, useDiscardDraftMutation, useMyDraftsQuery } from '@/api/generated/drafts';
import { FailureNotice } from '@/parts/FailureNotice';
import { useCommand } from '@/parts/useCommand';
import { Button, LinkButton } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { RelativeTime } from '@/ui/RelativeTime';
import { showToast } from '@/ui/toast';
import { Unbroken } from '@/ui/Unbroken';

interface AskProps {
  draft: DraftCard;
  onDone: () => void;
  onClose: () => void;
}

/** Asks once more: what is discarded is gone for good. */
function Ask({ draft, onDone, onClose }: AskProps) {
  const { t } = useTranslation('mine');
  const [discard] = useDiscardDraftMutation();
  const { run, busy, failure } = useCommand(
    () => discard({ draftBody: { draft_id: draft.id, number: draft.number } }).unwrap(),
    { onDone },
  );
  return (
    <Dialog open onClose={onClose} title={t('drafts.ask')}>
      {draft.title && (
        <p lang={draft.lang}>
          <b>
            <Unbroken text={draft.title} />
          </b>
        </p>
      )}
      <p>{t('drafts.text')}</p>
      {failure && (
        <FailureNotice title={failure.title}>
          <p>{failure.problem.code === 'draft_conflict' ? t('drafts.changed') : failure.advice}</p>
        </FailureNotice>
      )}
      <div className="mine-draft-actions">
        <Button variant="outline" onClick={onClose}>
          {t('drafts.not')}
        </Button>
        <Button variant="danger" busy={busy} onClick={() => void run(undefined)}>
          {t('drafts.now')}
        </Button>
      </div>
    </Dialog>
  );
}

function Row({ draft, onDiscard }: { draft: DraftCard; onDiscard: () => void }) {
  const { t } = useTranslation('mine');
  const title = draft.title || t('drafts.untitled');
  const to = `/create-campaign?draft=${draft.id}&step=last`;
  return (
    <li className="card mine-draft">
      <div className="mine-draft-words">
        <p className="mine-marks sm mut">
          <span className="mine-is">{t('drafts.badge')}</span>
          <span>
            {t('drafts.saved')} <RelativeTime at={draft.saved_at} />
          </span>
        </p>
        <h3 lang={draft.title ? draft.lang : undefined} className={draft.title ? undefined : 'mut'}>
          <Link to={to}>
            <Unbroken text={title} />
          </Link>
        </h3>
      </div>
      <div className="mine-draft-actions">
        <LinkButton size="small" to={to}>
          {t('drafts.continue')}
          <span className="sr">: {title}</span>
        </LinkButton>
        <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={onDiscard}>
          {t('drafts.discard')}
          <span className="sr">: {title}</span>
        </Button>
      </div>
    </li>
  );
}

/** The campaigns that the member is writing, with a way to go on with each; nothing where there are none. */
export function Drafts() {
  const { t } = useTranslation('mine');
  const query = useMyDraftsQuery();
  const [asked, setAsked] = useState<DraftCard>();
  const { currentData, isError } = query;
  if (!currentData) {
    if (!isError) return null;
    return (
      <FailureNotice title={t('drafts.failed')}>
        <Button size="small" variant="outline" busy={query.isFetching} onClick={() => void query.refetch()}>
          {t('drafts.again')}
        </Button>
      </FailureNotice>
    );
  }
  if (currentData.items.length === 0) return null;
  return (
    <section className="mine-drafts" aria-labelledby="mine-drafts">
      <div className="mine-drafts-head">
        <h2 id="mine-drafts">{t('drafts.title')}</h2>
        <p className="sm mut">{t('drafts.only')}</p>
      </div>
      <ul role="list" className="mine-list">
        {currentData.items.map((draft) => (
          <Row key={draft.id} draft={draft} onDiscard={() => setAsked(draft)} />
        ))}
      </ul>
      {asked && (
        <Ask
          // As it stands now, should it be saved elsewhere while this is asked.
          draft={currentData.items.find(({ id }) => id === asked.id) ?? asked}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined);
            showToast({ title: t('drafts.done') });
            void query.refetch();
          }}
        />
      )}
    </section>
  );
}
