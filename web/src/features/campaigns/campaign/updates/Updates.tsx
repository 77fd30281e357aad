import './updates.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CampaignDetail, type Change, type Update, useCampaignUpdatesQuery } from '@/api/generated/campaigns';
import { useFormat } from '@/i18n/useFormat';
import { Loaded } from '@/parts/Loaded';
import { PersonLink } from '@/parts/PersonLink';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Chip } from '@/ui/Chip';
import { Bone, Loading } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/States';
import { Unbroken } from '@/ui/Unbroken';
import { paragraphs } from '../paragraphs';
import { useChangeWords } from './useChangeWords';

function Item({ update, zone, pinned }: { update: Update; zone: string; pinned?: boolean }) {
  const { t } = useTranslation('updates');
  const { t: common } = useTranslation();
  const format = useFormat();
  const { id, title, text, lang, author, audience, posted_at: postedAt, revised_at: revisedAt } = update;
  return (
    <article className="updates-item" aria-labelledby={`update-${id}`}>
      {(pinned || audience === 'supporters') && (
        <p className="updates-marks">
          {pinned && <Chip>{t('pinned')}</Chip>}
          {audience === 'supporters' && <Chip>{t('supporters')}</Chip>}
        </p>
      )}
      <h3 id={`update-${id}`} lang={lang}>
        <Unbroken text={title} />
      </h3>
      <p className="updates-author sm mut">
        <Avatar name={author.name} id={author.id ?? id} picture={author.avatar} size={40} />
        <span>
          <PersonLink id={author.id}>{author.name || common('anonymous')}</PersonLink>
          {' · '}
          <time dateTime={postedAt}>{format.dayIn(postedAt, zone)}</time>
          {revisedAt && ` · ${t('revised')}`}
        </span>
      </p>
      <div className="prose" lang={lang}>
        {paragraphs(text).map((one) => (
          <p key={one.at}>{one.text}</p>
        ))}
      </div>
    </article>
  );
}

/** What the campaign asks for otherwise than when its first gift was paid. */
function Changes({ changes, zone }: { changes: readonly Change[]; zone: string }) {
  const { t } = useTranslation('updates');
  const format = useFormat();
  const says = useChangeWords();
  return (
    <section className="updates-changes" aria-labelledby="updates-changes">
      <h3 id="updates-changes">{t('changes.title')}</h3>
      <ul>
        {changes.map((one) => (
          <li key={one.id}>
            {says(one)}
            <span className="sm mut">
              {' · '}
              <time dateTime={one.at}>{format.dayIn(one.at, zone)}</time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Bones() {
  return (
    <Loading>
      <div className="stack">
        <Bone width="60%" height="26px" />
        <Bone height="72px" />
        <Bone width="50%" height="26px" />
        <Bone height="72px" />
      </div>
    </Loading>
  );
}

const firstUpdates = 10;
const moreUpdates = 20;
/** The most that the server gives at once. */
const mostUpdates = 100;

/** What the organizer posted, the newest first, and on top what is pinned. */
export function Updates({ page }: { page: CampaignDetail }) {
  const { t } = useTranslation('updates');
  const format = useFormat();
  const [limit, setLimit] = useState(firstUpdates);
  const query = useCampaignUpdatesQuery({ id: page.id, limit });
  return (
    <Loaded query={{ ...query, currentData: query.currentData ?? query.data }} skeleton={<Bones />} failed={t('failed')}>
      {({ items, pinned, hidden, next, changes }) => (
        <div className="updates">
          {pinned && <Item update={pinned} zone={page.time_zone} pinned />}
          {items.map((update) => (
            <Item key={update.id} update={update} zone={page.time_zone} />
          ))}
          {!pinned && items.length === 0 && hidden === 0 && changes.length === 0 && <EmptyState heading="h3" title={t('none')} />}
          {next && limit < mostUpdates && (
            <p>
              <Button
                variant="outline"
                size="small"
                busy={query.isFetching}
                onClick={() => setLimit(Math.min(limit + moreUpdates, mostUpdates))}
              >
                {t('more')}
              </Button>
            </p>
          )}
          {hidden > 0 && (
            <p className="updates-hidden mut">
              {t('hidden', { count: hidden, shown: format.count(hidden) })}
            </p>
          )}
          {changes.length > 0 && <Changes changes={changes} zone={page.time_zone} />}
        </div>
      )}
    </Loaded>
  );
}
