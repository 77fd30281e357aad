import './posting.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CampaignDetail, type Update, useCampaignUpdatesQuery } from '@/api/generated/campaigns';
import {
  usePinCampaignUpdateMutation,
  usePostCampaignUpdateMutation,
  useRemoveCampaignUpdateMutation,
  useReviseCampaignUpdateMutation,
  useUnpinCampaignUpdateMutation,
} from '@/api/generated/campaignsCommands';
import { useFormat } from '@/i18n/useFormat';
import { FailureNotice } from '@/parts/FailureNotice';
import { Loaded } from '@/parts/Loaded';
import { useCommand } from '@/parts/useCommand';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Chip } from '@/ui/Chip';
import { Dialog } from '@/ui/Dialog';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { showToast } from '@/ui/toast';
import { type Writing, WritingForm } from './WritingForm';

interface RowProps {
  campaign: CampaignDetail;
  update: Update;
  pinned?: boolean;
  onDone: () => void;
}

interface QuestionProps extends RowProps {
  onClose: () => void;
}

function Editing({ campaign, update, onDone, onClose }: QuestionProps) {
  const { t } = useTranslation('posting');
  const [revise] = useReviseCampaignUpdateMutation();
  const send = ({ title, text, audience }: Writing) =>
    revise({
      reviseUpdateBody: { campaign_id: campaign.id, update_id: update.id, title, text, audience, lang: asLang(update.lang) },
    }).unwrap();
  const done = () => {
    showToast({ title: t('saved') });
    onClose();
    onDone();
  };
  return (
    <Dialog open title={t('editTitle')} onClose={onClose}>
      <WritingForm initial={update} label={t('save')} onSend={send} onDone={done} onCancel={onClose} />
    </Dialog>
  );
}

function Removing({ campaign, update, onDone, onClose }: QuestionProps) {
  const { t } = useTranslation('posting');
  const [remove] = useRemoveCampaignUpdateMutation();
  const { run, busy, failure } = useCommand(
    () => remove({ updateBody: { campaign_id: campaign.id, update_id: update.id } }).unwrap(),
    {
      onDone: () => {
        showToast({ title: t('removed') });
        onClose();
        onDone();
      },
    },
  );
  return (
    <Dialog open title={t('removeTitle', { title: update.title })} onClose={onClose}>
      <p>{t('removeText')}</p>
      {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
      <div className="posting-do">
        <Button variant="outline" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button variant="danger" busy={busy} onClick={() => void run(undefined)}>
          {t('removeNow')}
        </Button>
      </div>
    </Dialog>
  );
}

function Row({ pinned, ...props }: RowProps) {
  const { campaign, update, onDone } = props;
  const { t } = useTranslation('posting');
  const format = useFormat();
  const [asked, ask] = useState<'edit' | 'remove'>();
  const [pin] = usePinCampaignUpdateMutation();
  const [unpin] = useUnpinCampaignUpdateMutation();
  const { run, busy, failure } = useCommand(
    () => (pinned ? unpin : pin)({ updateBody: { campaign_id: campaign.id, update_id: update.id } }).unwrap(),
    { onDone },
  );
  const close = () => ask(undefined);
  return (
    <li className="posting-row">
      <div className="posting-said">
        <p className="posting-title">
          <b lang={update.lang}>{update.title}</b> {pinned && <Chip>{t('onTop')}</Chip>}
        </p>
        <p className="sm mut">
          {t(update.audience)} · <time dateTime={update.posted_at}>{format.dayIn(update.posted_at, campaign.time_zone)}</time>
        </p>
      </div>
      <div className="posting-do">
        <Button variant="outline" size="small" busy={busy} onClick={() => void run(undefined)}>
          {t(pinned ? 'unpin' : 'doPin')}
        </Button>
        <Button variant="outline" size="small" aria-haspopup="dialog" onClick={() => ask('edit')}>
          {t('edit')}
        </Button>
        <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => ask('remove')}>
          {t('remove')}
        </Button>
      </div>
      {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
      {asked === 'edit' && <Editing {...props} onClose={close} />}
      {asked === 'remove' && <Removing {...props} onClose={close} />}
    </li>
  );
}

const languages = ['en', 'fr', 'es'] as const;

function asLang(lang: string): (typeof languages)[number] {
  return languages.find((one) => one === lang) ?? 'en';
}

function NewUpdate({ campaign, onDone }: { campaign: CampaignDetail; onDone: () => void }) {
  const { t, i18n } = useTranslation('posting');
  const [post] = usePostCampaignUpdateMutation();
  const [posted, setPosted] = useState(0);
  const send = ({ title, text, audience, pin }: Writing) =>
    post({
      postUpdateBody: {
        campaign_id: campaign.id,
        title,
        text,
        audience,
        lang: asLang(i18n.language),
        ...(pin && { pin }),
      },
    }).unwrap();
  const done = () => {
    showToast({ title: t('posted') });
    setPosted(posted + 1); // an empty form again
    onDone();
  };
  return (
    <Card as="section" className="posting-new">
      <h2>{t('new')}</h2>
      <WritingForm key={posted} label={t('publish')} onSend={send} onDone={done} />
    </Card>
  );
}

const firstUpdates = 20;
/** The most that the server gives at once. */
const mostUpdates = 100;

function Bones() {
  return (
    <Loading>
      <div className="stack">
        <Bone height="64px" />
        <Bone height="64px" />
      </div>
    </Loading>
  );
}

/** What the organizer of a campaign posts on its page, and what they posted. */
export function Posting({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation('posting');
  const [limit, setLimit] = useState(firstUpdates);
  const query = useCampaignUpdatesQuery({ id: campaign.id, limit });
  const again = () => void query.refetch();
  return (
    <div className="posting">
      <NewUpdate campaign={campaign} onDone={again} />
      <section className="posting-list" aria-labelledby="posting-published">
        <h2 id="posting-published">{t('published')}</h2>
        <Loaded query={{ ...query, currentData: query.currentData ?? query.data }} skeleton={<Bones />} failed={t('failed')}>
          {({ items, pinned, next }) =>
            !pinned && items.length === 0 ? (
              <EmptyState heading="h3" title={t('none')} text={t('noneText')} />
            ) : (
              <Card>
                <ul role="list">
                  {pinned && <Row campaign={campaign} update={pinned} pinned onDone={again} />}
                  {items.map((update) => (
                    <Row key={update.id} campaign={campaign} update={update} onDone={again} />
                  ))}
                </ul>
                {next && limit < mostUpdates && (
                  <Button variant="outline" busy={query.isFetching} onClick={() => setLimit(mostUpdates)}>
                    {t('more')}
                  </Button>
                )}
              </Card>
            )
          }
        </Loaded>
      </section>
    </div>
  );
}
