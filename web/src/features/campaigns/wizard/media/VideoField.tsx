import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendInParts } from '@/api/upload';
import { filmsToChoose, isFilm, refuseHEVC } from '@/parts/film';
import { GroupField } from '../GroupField';
import { Optional } from '../Optional';
import { Chooser } from './Chooser';
import { useUpload } from './useUpload';

/** As the server takes them. */
const mostBytes = 200 * 1024 * 1024;

/** Refusals of the server that have words of their own here. */
const refusals = { file_too_large: 'video.tooLarge', unreadable_video: 'video.unreadable' } as const;

/** Sends a video that browsers can play. */
const sendFilm: typeof sendInParts = async (kind, file, options) => {
  await refuseHEVC(file);
  return sendInParts(kind, file, options);
};

interface PickProps {
  /** The upload that is shown; empty without one. */
  value: string;
  /** The one that the campaign shows already. */
  saved: string;
  onChange: (upload: string) => void;
}

function Pick({ value, saved, onChange }: PickProps) {
  const { t } = useTranslation('media');
  const [fault, setFault] = useState<'video.wrongType' | 'video.tooLarge'>();
  const upload = useUpload({ kind: 'campaign-video', value, saved, onChange, refusals, sendWhole: sendFilm });
  return (
    <>
      {value && (
        // The organizer's own film has no captions of ours.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video
          className="media-shown"
          src={`/media/campaign-video/${value}/video`}
          controls
          playsInline
          preload="metadata"
          aria-label={t('video.shown')}
        />
      )}
      <Chooser
        upload={upload}
        accept={filmsToChoose}
        choose={t(value ? 'video.change' : 'video.choose')}
        remove={value ? t('video.remove') : undefined}
        fault={fault && t(fault)}
        onChosen={(file) => {
          const wrong = !isFilm(file) ? 'video.wrongType' : file.size > mostBytes ? 'video.tooLarge' : undefined;
          setFault(wrong);
          if (!wrong) void upload.send(file);
        }}
      />
    </>
  );
}

/** The campaign's video. */
export function VideoField({ saved }: { saved: string }) {
  const { t } = useTranslation('media');
  return (
    <GroupField<string> name="video" legend={<Optional>{t('video.legend')}</Optional>} hint={t('video.hint')}>
      {(value, onChange) => <Pick value={value} saved={saved} onChange={onChange} />}
    </GroupField>
  );
}
