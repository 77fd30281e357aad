import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWritePostMutation } from '@/api/generated/feed';
import { filmsToChoose } from '@/parts/film';
import { Tabs } from '@/ui/Tabs';
import { showToast } from '@/ui/toast';
import { PostForm } from '../PostForm';
import { writingHere } from '../shown';
import { AttachedList } from './AttachedList';
import { FileChooser } from './FileChooser';
import { Recorder } from './Recorder';
import type { ComposeTab } from './tabs';
import { kindOf, mostFiles, taken, useAttachments } from './useAttachments';

/** A page as which one writes. */
export interface Publisher {
  readonly id: string;
  readonly name: string;
}

interface Props {
  me: string;
  page?: Publisher | undefined;
  open: boolean;
  tab: ComposeTab;
  onTab: (tab: ComposeTab) => void;
  onClose: () => void;
}

const mediaTypes = [...taken.photo.types, filmsToChoose].join(',');
const audioTypes = 'audio/*,.webm,.ogg,.m4a,.mp3';

/** Writes a post, with photographs, videos and recordings. */
export function Compose({ me, page, open, tab, onTab, onClose }: Props) {
  const { t } = useTranslation('feed');
  const [write] = useWritePostMutation();
  const attachments = useAttachments(page ? `feed.files.${page.id}` : 'feed.files', me);
  const { all, left, add } = attachments;
  const [recording, setRecording] = useState(false);
  const missing = all.some(({ sent }) => sent !== undefined)
    ? t('attach.wait')
    : all.some(({ upload }) => upload === undefined)
      ? t('attach.missing')
      : undefined;
  // What is recorded belongs to this post, not to the next.
  const waits = recording ? t('attach.recording') : missing;
  const files = all.flatMap(({ kind, upload, alt }) => (upload ? [{ kind, upload, ...(alt.trim() && { alt }) }] : []));
  const limits = { max: mostFiles, video: taken.video.megabytes, audio: taken.audio.megabytes };
  return (
    <PostForm
      me={me}
      title={t('compose.title')}
      label={t('compose.send')}
      busyLabel={t('compose.sending')}
      draft={page ? `feed.post.${page.id}` : 'feed.post'}
      audience={page && t('compose.asHint', { name: page.name })}
      failed={t('compose.failed')}
      signedOut={t('compose.signedOut')}
      open={open}
      filled={all.length > 0}
      waits={waits}
      place={attachments.place}
      renderAround={(words) => (
        <>
          <Tabs
            label={t('attach.tabs')}
            variant="pills"
            active={tab}
            onChange={onTab}
            tabs={[
              { key: 'text', label: t('attach.text') },
              { key: 'media', label: t('compose.media') },
              { key: 'audio', label: t('compose.audio') },
            ]}
          >
            {words}
            {tab === 'media' && (
              <FileChooser
                attachments={attachments}
                accept={mediaTypes}
                choose={t('attach.chooseMedia')}
                hint={t('attach.mediaHint', limits)}
                kind={kindOf}
              />
            )}
            {tab === 'audio' && (
              <>
                <Recorder full={left === 0} onRecorded={(file) => add([file], () => 'audio')} onRunning={setRecording} />
                <FileChooser
                  attachments={attachments}
                  accept={audioTypes}
                  choose={t('attach.chooseAudio')}
                  hint={t('attach.audioHint', limits)}
                  kind={({ type }) => ((taken.audio.types as readonly string[]).includes(type) ? 'audio' : undefined)}
                />
              </>
            )}
          </Tabs>
          <AttachedList attachments={attachments} />
        </>
      )}
      send={(text, lang) =>
        writingHere(
          write({
            writePostBody: { text, lang, ...(page && { page_id: page.id }), ...(files.length > 0 && { files }) },
          }).unwrap(),
        )
      }
      onDone={() => {
        attachments.clear();
        showToast({ title: t('compose.sent') });
      }}
      onClose={() => {
        attachments.dropRefused();
        onClose();
      }}
    />
  );
}
