import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { percent } from '@/i18n/format';
import { useFormat } from '@/i18n/useFormat';
import { filmsToChoose } from '@/parts/film';
import { Button } from '@/ui/Button';
import { findDuration } from './findDuration';
import { type Attached, type Attachments, kindOf, taken } from './useAttachments';

function Preview({ file }: { file: Attached }) {
  const { t } = useTranslation('feed');
  if (file.fault) return <div className="feed-attached-none" aria-hidden="true" />;
  const name = t('attach.preview', { name: file.name });
  if (file.kind === 'photo') return <img className="feed-attached-photo" src={file.source} alt={name} />;
  return file.kind === 'video' ? (
    // What somebody is about to show has no captions.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video className="feed-attached-photo" src={file.source} controls playsInline aria-label={name} />
  ) : (
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <audio className="feed-audio" src={file.source} controls aria-label={name} onLoadedMetadata={findDuration} />
  );
}

/** Chooses a file of the same kind in the place of one that is gone. */
function ChooseAgain({ file, replace }: { file: Attached; replace: Attachments['replace'] }) {
  const { t } = useTranslation('feed');
  const input = useRef<HTMLInputElement>(null);
  const types: readonly string[] = taken[file.kind].types;
  const kind = (one: File) => (file.kind !== 'audio' ? kindOf(one) : types.includes(one.type) ? 'audio' : undefined);
  const label = t('attach.chooseAgainNamed', { name: file.name });
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={file.kind === 'video' ? filmsToChoose : types.join(',')}
        aria-label={label}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) replace(file.id, chosen, kind);
        }}
      />
      <Button variant="outline" size="small" label={label} onClick={() => input.current?.click()}>
        {t('attach.chooseAgain')}
      </Button>
    </>
  );
}

function One({ file, attachments }: { file: Attached; attachments: Attachments }) {
  const { t } = useTranslation('feed');
  const { locale } = useFormat();
  const id = useId();
  const { retry, replace, remove, describe } = attachments;
  return (
    <li className="feed-attached">
      <Preview file={file} />
      <div className="feed-attached-words">
        <p className="sm feed-attached-name">{file.name}</p>
        {file.sent !== undefined && (
          <p className="feed-attached-sent">
            <label className="sr" htmlFor={`${id}-sent`}>
              {t('attach.sending', { name: file.name })}
            </label>
            <progress id={`${id}-sent`} max={1} value={file.sent} />
            <span className="num sm">{percent(locale, Math.round(file.sent * 100))}</span>
          </p>
        )}
        {file.fault && (
          <p className="field-error" role="alert">
            {file.fault}
          </p>
        )}
        {file.kind === 'photo' && !file.fault && (
          <>
            {file.still && <p className="sm mut">{t('attach.still')}</p>}
            <label className="sm" htmlFor={`${id}-alt`}>
              {t('attach.alt')}
            </label>
            <input
              id={`${id}-alt`}
              className="input"
              autoComplete="off"
              maxLength={300}
              value={file.alt}
              aria-invalid={file.altFault ? true : undefined}
              aria-describedby={file.altFault ? `${id}-alt-fault` : undefined}
              onChange={({ target }) => describe(file.id, target.value)}
              // It would send the post.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
            {file.altFault && (
              <span id={`${id}-alt-fault`} className="field-error" role="alert">
                {file.altFault}
              </span>
            )}
          </>
        )}
        <div className="feed-attached-do">
          {file.gone && <ChooseAgain file={file} replace={replace} />}
          {file.fault && file.again && (
            <Button variant="outline" size="small" onClick={() => retry(file.id)}>
              {t('attach.again')}
            </Button>
          )}
          <Button
            variant="quiet"
            size="small"
            label={t('attach.removeNamed', { name: file.name })}
            onClick={() => remove(file.id)}
          >
            {t('attach.remove')}
          </Button>
        </div>
      </div>
    </li>
  );
}

/** The files of a post that is being written, each with how it goes. */
export function AttachedList({ attachments }: { attachments: Attachments }) {
  const { t } = useTranslation('feed');
  if (attachments.all.length === 0) return null;
  return (
    <ul role="list" className="feed-list" aria-label={t('attach.attached')}>
      {attachments.all.map((file) => (
        <One key={file.id} file={file} attachments={attachments} />
      ))}
    </ul>
  );
}
