import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRemoveCommentMutation, useRemovePostMutation } from '@/api/generated/feed';
import { useSuspendCampaignMutation } from '@/api/generated/moderation';
import { type ReportedThing, useDismissReportsMutation } from '@/api/generated/reports';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { longestReason, ReasonDialog } from '@/parts/ReasonDialog';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { useCommand } from '@/parts/useCommand';
import { Button, LinkButton } from '@/ui/Button';
import { Chip } from '@/ui/Chip';
import { Icon } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';
import { showToast } from '@/ui/toast';

interface Props {
  thing: ReportedThing;
  onChanged: () => void;
}

/** Asks why it is suspended or removed, which settles all that was reported of it. */
function Against({ thing: { kind, id }, onDone, onChanged, onClose }: Props & { onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const [suspend] = useSuspendCampaignMutation();
  const [removePost] = useRemovePostMutation();
  const [removeComment] = useRemoveCommentMutation();
  const send = async (reason: string): Promise<unknown> => {
    if (kind === 'post') return removePost({ removePostBody: { post_id: id, reason } }).unwrap();
    if (kind === 'comment') return removeComment({ removeCommentBody: { comment_id: id, reason } }).unwrap();
    return suspend({ suspensionBody: { campaign_id: id, reason } }).unwrap();
  };
  const max = longestReason;
  return (
    <ReasonDialog
      title={kind === 'campaign' ? t('reports.suspendTitle') : t(`reports.removeTitle.${kind}`)}
      label={t('reports.reason')}
      hint={kind === 'campaign' ? t('reports.reasonHint', { max }) : t('reports.removeHint', { max })}
      go={t(kind === 'campaign' ? 'reports.suspendNow' : 'reports.remove')}
      back={t('reports.back')}
      danger
      send={send}
      onDone={onDone}
      onRefused={onChanged}
      onClose={onClose}
    >
      {t(kind === 'campaign' ? 'reports.suspendText' : 'reports.removeText')}
    </ReasonDialog>
  );
}

/** What a moderator makes of it; either settles all that was reported of it. */
function Decisions({ thing, title, onChanged }: Props & { title: string }) {
  const { t } = useTranslation('admin');
  const [isAsked, setAsked] = useState(false);
  const [dismiss] = useDismissReportsMutation();
  const { id, kind, last_at: upTo } = thing;
  const done = (what: 'dismissed' | 'suspended' | 'removed') => {
    setAsked(false);
    showToast({ title: t(`reports.${what}`), text: title });
    onChanged();
  };
  const { run, busy, failure } = useCommand(
    () => dismiss({ dismissReportsBody: { kind, thing_id: id, up_to: upTo } }).unwrap(),
    { onDone: () => done('dismissed') },
  );
  return (
    <>
      {failure && (
        <FailureNotice title={failure.title}>
          <p>{failure.advice}</p>
        </FailureNotice>
      )}
      <div className="admin-do">
        <Button variant="outline" onClick={() => run(undefined)} busy={busy}>
          {t('reports.dismiss')}
        </Button>
        <Button variant="danger" aria-haspopup="dialog" onClick={() => setAsked(true)}>
          {t(kind === 'campaign' ? 'reports.suspend' : 'reports.remove')}
        </Button>
      </div>
      {isAsked && (
        <Against
          thing={thing}
          onDone={() => done(kind === 'campaign' ? 'suspended' : 'removed')}
          onChanged={onChanged}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}

/** The files of a post that was reported, small. */
function Files({ files }: Pick<ReportedThing, 'files'>) {
  const { t } = useTranslation('admin');
  if (files.length === 0) return null;
  return (
    <div className="admin-files">
      {files.map(({ kind, upload, alt }, i) => {
        if (kind === 'photo') {
          const at = `/media/post-photo/${upload}`;
          return (
            <a key={upload} href={`${at}/1600.jpg`} target="_blank" rel="noopener">
              <img src={`${at}/800.jpg`} alt={alt || t('reports.photo', { number: i + 1 })} loading="lazy" />
            </a>
          );
        }
        const src = `/media/post-${kind}/${upload}/${kind}`;
        return kind === 'video' ? (
          // What members film has no captions of ours.
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <video key={upload} src={src} controls playsInline preload="metadata" aria-label={t('reports.video')} />
        ) : (
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <audio key={upload} src={src} controls preload="metadata" aria-label={t('reports.audio')} />
        );
      })}
    </div>
  );
}

/** What a post that was reported shares, of which its author is not. */
function Shared({ post }: { post: NonNullable<ReportedThing['original']> }) {
  const { t } = useTranslation('admin');
  if (post.gone) return <p className="mut">{t('reports.sharesGone')}</p>;
  return (
    <>
      <p>{t('reports.shares', { name: post.page?.name ?? (post.author.name || t('reports.of.unnamed')) })}</p>
      {post.text && (
        <blockquote className="admin-words" lang={post.lang}>
          {post.text}
        </blockquote>
      )}
      <Files files={post.files} />
    </>
  );
}

function useTitle({ kind, title, author, post_id: post, text, files }: ReportedThing): string {
  const { t } = useTranslation('admin');
  const titleOf = useCampaignTitle();
  if (kind === 'campaign') return titleOf(title);
  const isThere = kind === 'post' ? Boolean(post) : text !== '' || files.length > 0;
  return isThere ? t(`reports.of.${kind}`, { name: author || t('reports.of.unnamed') }) : t(`reports.of.${kind}Gone`);
}

/** What was reported, and all that was said of it; it unfolds. */
export function Reported({ thing, onChanged }: Props) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const title = useTitle(thing);
  const page = thing.kind === 'campaign' ? `/campaign/${thing.slug || thing.id}` : `/my/activity?post=${thing.post_id ?? ''}`;
  return (
    <li>
      <details className="admin-message">
        <summary>
          <div>
            <h2 lang={thing.kind === 'campaign' && thing.title ? thing.lang : undefined}>{title}</h2>
            <p className="sm mut">
              {t('reports.times', { count: thing.total, shown: format.count(thing.total) })} · <RelativeTime at={thing.last_at} />
            </p>
          </div>
          <Icon name="down" />
        </summary>
        <div className="stack">
          {thing.outcome && thing.open === 0 && (
            <div className="admin-tags">
              <Chip>{t(`reports.outcome.${thing.outcome}`)}</Chip>
            </div>
          )}
          {thing.removed && <p>{t('reports.because', { reason: thing.removed })}</p>}
          {thing.text && (
            <p className="admin-words" lang={thing.lang}>
              {thing.text}
            </p>
          )}
          <Files files={thing.files} />
          {thing.original && <Shared post={thing.original} />}
          <ul role="list" className="stack">
            {thing.reports.map((one) => (
              <li key={one.id}>
                <p>
                  <b>{t(`reports.why.${one.reason}`)}</b>{' '}
                  <span className="sm mut">
                    · {one.name || t('reports.left')} · <RelativeTime at={one.at} />
                    {one.outcome && ` · ${t(`reports.outcome.${one.outcome}`)}`}
                  </span>
                </p>
                {one.words && <blockquote className="admin-said">{one.words}</blockquote>}
              </li>
            ))}
          </ul>
          {(thing.kind === 'campaign' || thing.post_id) && (
            <p>
              <LinkButton variant="quiet" size="small" to={page}>
                {t(thing.kind === 'campaign' ? 'reports.look' : 'reports.lookPost')}
              </LinkButton>
            </p>
          )}
          {thing.open > 0 && <Decisions thing={thing} title={title} onChanged={onChanged} />}
        </div>
      </details>
    </li>
  );
}
