import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Draft } from '@/api/generated/drafts';
import { useProblemText } from '@/i18n/useProblemText';
import { FailureNotice } from '@/parts/FailureNotice';
import { Button, LinkButton } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Icon } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';
import type { Standing } from './useDraft';

interface ConflictProps {
  theirs: Draft;
  onTake: () => void;
  onKeep: () => void;
}

/** Two devices wrote on one draft: whoever saved later chooses which of the two stays. */
function Conflict({ theirs, onTake, onKeep }: ConflictProps) {
  const { t } = useTranslation('wizard');
  const [open, setOpen] = useState(true);
  return (
    <>
      <FailureNotice title={t('draft.conflict')}>
        <p>{t('draft.conflictHere')}</p>
        <Button size="small" variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('draft.choose')}
        </Button>
      </FailureNotice>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('draft.conflict')}>
        <p>
          {t('draft.theirs')} <RelativeTime at={theirs.saved_at} />
          {theirs.title && (
            <>
              {': '}
              <b lang={theirs.lang}>{theirs.title}</b>
            </>
          )}
        </p>
        <p>{t('draft.conflictText')}</p>
        <div className="wizard-leave">
          <Button variant="outline" onClick={onKeep}>
            {t('draft.keepMine')}
          </Button>
          <Button onClick={onTake}>{t('draft.takeTheirs')}</Button>
        </div>
      </Dialog>
    </>
  );
}

interface Props {
  standing: Standing;
  onTake: (theirs: Draft) => void;
  onKeep: (theirs: Draft) => void;
}

/** Says quietly that the draft is saved, and aloud when it is not. */
export function DraftNote({ standing, onTake, onKeep }: Props) {
  const { t } = useTranslation('wizard');
  const say = useProblemText();
  switch (standing.is) {
    case 'saving':
      return <p className="wizard-draft sm mut">{t('draft.saving')}</p>;
    case 'saved':
      return (
        <p className="wizard-draft sm mut">
          <Icon name="check" size={16} /> {t('draft.saved')} <RelativeTime at={standing.at} />
        </p>
      );
    case 'conflict':
      return (
        <Conflict
          key={standing.theirs.number}
          theirs={standing.theirs}
          onTake={() => onTake(standing.theirs)}
          onKeep={() => onKeep(standing.theirs)}
        />
      );
    case 'launched':
      return (
        <FailureNotice title={t('draft.launched')}>
          <p>{t('draft.launchedText')}</p>
          <LinkButton size="small" to={`/my/campaigns/${standing.id}`}>
            {t('edit.back')}
          </LinkButton>
        </FailureNotice>
      );
    case 'gone':
      return (
        <FailureNotice title={t('draft.gone')}>
          <p>{t('draft.goneText')}</p>
        </FailureNotice>
      );
    case 'failed': {
      const { title, fields } = say(standing.problem);
      const full = standing.problem.code === 'too_many_drafts';
      return (
        <FailureNotice title={t('draft.failed')}>
          <p>{[...(fields.length > 0 ? fields.map(({ text }) => text) : [title]), t('draft.failedText')].join('. ')}</p>
          {full && <Link to="/my/campaigns">{t('draft.all')}</Link>}
        </FailureNotice>
      );
    }
    case 'none':
      break;
  }
  return null;
}
