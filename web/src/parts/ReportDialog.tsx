import { useState } from 'react';
import type { FileReportBody } from '@/api/generated/reports';
import { FailureNotice } from '@/parts/FailureNotice';
import { useCommand } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Icon } from '@/ui/Icon';

export type ReportReason = FileReportBody['reason'];

const reasons: readonly ReportReason[] = ['scam', 'offensive', 'illegal', 'copyright', 'spam', 'other'];

/** The most characters that the server takes. */
export const longestReport = 1000;

interface Props {
  /** What it says, in the reader's language. */
  texts: Readonly<Record<'title' | 'text' | 'why' | 'words' | 'hint' | 'choose' | 'send' | 'back', string>>;
  reason: (one: ReportReason) => string;
  send: (why: Pick<FileReportBody, 'reason' | 'words'>) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

/** Asks why somebody reports something, and sends it. */
export function ReportDialog({ texts, reason: named, send, onDone, onClose }: Props) {
  const [reason, setReason] = useState<ReportReason>();
  const [words, setWords] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { run, busy, failure } = useCommand(
    (why: ReportReason) => send({ reason: why, ...(words.trim() && { words }) }),
    { onDone },
  );
  return (
    <Dialog open title={texts.title} onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (reason) void run(reason);
          else setMissing(true);
        }}
      >
        <p>{texts.text}</p>
        <fieldset className="stack">
          <legend className="field-label">{texts.why}</legend>
          {reasons.map((one) => (
            <label key={one} className="row">
              <input type="radio" name="reason" checked={reason === one} onChange={() => setReason(one)} />
              {named(one)}
            </label>
          ))}
          {isMissing && !reason && (
            <p className="field-error" role="alert">
              <Icon name="warning" size={16} />
              {texts.choose}
            </p>
          )}
        </fieldset>
        <div className="field">
          <label className="field-label" htmlFor="report-words">
            {texts.words}
          </label>
          <textarea
            id="report-words"
            className="input"
            rows={3}
            maxLength={longestReport}
            aria-describedby="report-hint"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          <span className="field-hint" id="report-hint">
            {texts.hint}
          </span>
        </div>
        {failure && (
          <FailureNotice title={failure.title}>
            <p className="mut">{failure.advice}</p>
          </FailureNotice>
        )}
        <div className="row">
          <Button variant="outline" onClick={onClose}>
            {texts.back}
          </Button>
          <Button type="submit" busy={busy}>
            {texts.send}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
