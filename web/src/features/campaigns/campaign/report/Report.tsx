import './report.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '@/api/generated/campaigns';
import { type FileReportBody, useFileReportMutation, useMyReportQuery } from '@/api/generated/reports';
import { FailureNotice } from '@/parts/FailureNotice';
import { useCommand } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Icon } from '@/ui/Icon';
import { showToast } from '@/ui/toast';

const reasons: readonly FileReportBody['reason'][] = ['scam', 'offensive', 'illegal', 'copyright', 'spam', 'other'];

/** The most characters that the server takes. */
const longest = 1000;

function Ask({ id, onDone, onClose }: { id: string; onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation('report');
  const [reason, setReason] = useState<FileReportBody['reason']>();
  const [words, setWords] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [file] = useFileReportMutation();
  const { run, busy, failure } = useCommand(
    (why: FileReportBody['reason']) =>
      file({ fileReportBody: { kind: 'campaign', thing_id: id, reason: why, ...(words.trim() && { words }) } }).unwrap(),
    { onDone },
  );
  return (
    <Dialog open title={t('title')} onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (reason) void run(reason);
          else setMissing(true);
        }}
      >
        <p>{t('text')}</p>
        <fieldset className="report-reasons">
          <legend>{t('why')}</legend>
          {reasons.map((one) => (
            <label key={one}>
              <input type="radio" name="reason" checked={reason === one} onChange={() => setReason(one)} />
              {t(`reason.${one}`)}
            </label>
          ))}
          {isMissing && !reason && (
            <p className="field-error" role="alert">
              <Icon name="warning" size={16} />
              {t('choose')}
            </p>
          )}
        </fieldset>
        <div className="field">
          <label className="field-label" htmlFor="report-words">
            {t('words')}
          </label>
          <textarea
            id="report-words"
            className="input"
            rows={3}
            maxLength={longest}
            aria-describedby="report-hint"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          <span className="field-hint" id="report-hint">
            {t('hint', { max: longest })}
          </span>
        </div>
        {failure && (
          <FailureNotice title={failure.title}>
            <p className="mut">{failure.advice}</p>
          </FailureNotice>
        )}
        <div className="row">
          <Button variant="outline" onClick={onClose}>
            {t('back')}
          </Button>
          <Button type="submit" busy={busy}>
            {t('send')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Where a member reports a campaign of somebody else, once, and reads how that ended. */
export function Report({ page }: { page: CampaignDetail }) {
  const { t } = useTranslation('report');
  const [isAsked, setAsked] = useState(false);
  const { currentData: own, refetch } = useMyReportQuery({ id: page.id });
  if (!own) return null;
  if (own.reported) {
    return <p className="sm mut">{own.outcome ? t(`is.${own.outcome}`) : t('reported')}</p>;
  }
  return (
    <div>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {t('open')}
      </Button>
      {isAsked && (
        <Ask
          id={page.id}
          onClose={() => setAsked(false)}
          onDone={() => {
            setAsked(false);
            showToast({ title: t('done') });
            void refetch();
          }}
        />
      )}
    </div>
  );
}
