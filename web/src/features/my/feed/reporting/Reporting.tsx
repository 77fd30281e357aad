import { useTranslation } from 'react-i18next';
import { type OwnReport, useFileReportMutation, useMyReportOfQuery } from '@/api/generated/reports';
import { longestReport, ReportDialog } from '@/parts/ReportDialog';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { showToast } from '@/ui/toast';
import type { Thing } from '../Others';

function Already({ outcome, title, onClose }: { outcome: OwnReport['outcome']; title: string; onClose: () => void }) {
  const { t } = useTranslation('reporting');
  return (
    <Dialog open title={title} onClose={onClose}>
      <div className="stack">
        <p>{t(`already.${outcome === 'harmless' ? 'harmless' : 'open'}`)}</p>
        <div className="row">
          <Button variant="outline" onClick={onClose}>
            {t('back')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Where a member reports a post or a comment of somebody else, once. */
export function Reporting({ kind, id, onClose }: Thing & { onClose: () => void }) {
  const { t } = useTranslation('reporting');
  const [file] = useFileReportMutation();
  const { currentData: own, isError } = useMyReportOfQuery({ id }, { refetchOnMountOrArgChange: true });
  const title = t(`title.${kind}`);
  // Where it can't be asked, the server says so when it is reported again.
  if (!own && !isError) return null;
  if (own?.reported) return <Already outcome={own.outcome} title={title} onClose={onClose} />;
  return (
    <ReportDialog
      texts={{
        title,
        text: t('text'),
        why: t('why'),
        words: t('words'),
        hint: t('hint', { max: longestReport }),
        choose: t('choose'),
        send: t('send'),
        back: t('back'),
      }}
      reason={(one) => t(`reason.${one}`)}
      send={(why) => file({ fileReportBody: { kind, thing_id: id, ...why } }).unwrap()}
      onDone={() => {
        showToast({ title: t('done') });
        onClose();
      }}
      onClose={onClose}
    />
  );
}
