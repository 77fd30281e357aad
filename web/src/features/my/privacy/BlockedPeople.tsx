import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMyBlocksQuery, useUnblockMemberMutation } from '@/parts/blocking';
import { FailureNotice } from '@/parts/FailureNotice';
import { Loaded } from '@/parts/Loaded';
import { useCommand } from '@/parts/useCommand';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { RelativeTime } from '@/ui/RelativeTime';
import { Rows } from '@/ui/Rows';
import { Bone, Loading } from '@/ui/Skeleton';
import { showToast } from '@/ui/toast';

/** People of a page of the list. */
const step = 20;

/** Some of those whom the member blocks, and those before them once they are asked for. */
function List({ cursor }: { cursor?: string }) {
  const { t } = useTranslation('privacy');
  const [more, setMore] = useState(false);
  const query = useMyBlocksQuery(cursor ? { limit: step, cursor } : { limit: step });
  const [unblock] = useUnblockMemberMutation();
  const { run, busy, failure } = useCommand(
    async ({ id, name }: { id: string; name: string }) => {
      await unblock({ blockBody: { member_id: id } }).unwrap();
      return name;
    },
    { onDone: (name) => showToast({ title: t('blocked.unblocked', { name }) }) },
  );
  const skeleton = (
    <Loading>
      <Bone height="56px" />
    </Loading>
  );
  return (
    <Loaded query={query} skeleton={skeleton} failed={t('blocked.failed')}>
      {({ items, next }) => (
        <>
          {items.length === 0 && !cursor && <p>{t('blocked.none')}</p>}
          {items.length > 0 && (
            <Rows>
              {items.map(({ id, name, avatar, blocked_at }) => (
                <li key={id}>
                  <Avatar name={name} id={id} picture={avatar} />
                  <div>
                    <b>{name}</b>
                    <p className="sm mut">
                      <RelativeTime at={blocked_at} />
                    </p>
                  </div>
                  <Button
                    variant="outline"
                    size="small"
                    busy={busy}
                    label={t('blocked.unblockNamed', { name })}
                    onClick={() => void run({ id, name })}
                  >
                    {t('blocked.unblock')}
                  </Button>
                </li>
              ))}
            </Rows>
          )}
          {failure && <FailureNotice title={failure.title}>{failure.advice}</FailureNotice>}
          {next && more && <List cursor={next} />}
          {next && !more && (
            <Button variant="outline" onClick={() => setMore(true)}>
              {t('blocked.more')}
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}

/** Whom the member blocks, and where they take it back. */
export function BlockedPeople() {
  const { t } = useTranslation('privacy');
  return (
    <section className="stack" aria-labelledby="blocked-title">
      <h3 id="blocked-title">{t('blocked.title')}</h3>
      <p className="mut">{t('blocked.text')}</p>
      <List />
    </section>
  );
}
