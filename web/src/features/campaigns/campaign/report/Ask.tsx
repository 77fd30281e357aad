import { useTranslation } from 'react-i18next';
import { useFileReportMutation } from '@/api/generated/reports';
import { longestReport, ReportDialog } from '@/parts/ReportDialog';

/** Asks why a member reports a campaign. */
export function Ask({ id, onDone, onClose }: { id: string; onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation('report');
  const [file] = useFileReportMutation();
  return (
    <ReportDialog
      texts={{
        title: t('title'),
        text: t('text'),
        why: t('why'),
        words: t('words'),
        hint: t('hint', { max: longestReport }),
        choose: t('choose'),
        send: t('send'),
        back: t('back'),
      }}
      reason={(one) => t(`reason.${one}`)}
      send={(why) => file({ fileReportBody: { kind: 'campaign', thing_id: id, ...why } }).unwrap()}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
