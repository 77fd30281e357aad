import './feed.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePagePublicationsQuery } from '@/api/generated/feed';
import { useSession } from '@/api/SessionContext';
import { Loaded } from '@/parts/Loaded';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/States';
import { Bones, Composer, Items, withMine } from './Feed';
import type { Publisher } from './postfiles/Compose';
import { publicationsAreShown } from './shown';

/** Publications of a page of the list. */
const step = 20;

interface ListProps {
  page: string;
  me: string;
  cursor?: string;
}

/** Some of what a page published, and those before it once they are asked for. */
function List({ page, me, cursor }: ListProps) {
  const { t } = useTranslation('feed');
  const [older, setOlder] = useState(false);
  const args = cursor ? { id: page, limit: step, cursor } : { id: page, limit: step };
  const key = JSON.stringify(args);
  const query = usePagePublicationsQuery(args);
  useEffect(() => publicationsAreShown(JSON.parse(key) as object), [key]);
  return (
    <Loaded query={query} skeleton={<Bones />} failed={t('publications.failed')}>
      {(list) => (
        <>
          {list.items.length === 0 && !cursor && (
            <EmptyState heading="h3" title={t('publications.none')} text={t('publications.noneText')} />
          )}
          <Items items={withMine(list).items} me={me} />
          {list.next && older && <List key={list.next} page={page} me={me} cursor={list.next} />}
          {list.next && !older && (
            <Button variant="outline" onClick={() => setOlder(true)}>
              {t('more')}
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}

/** What a page published, the newest first; whoever edits it publishes more. */
export function Publications({ page, edits }: { page: Publisher; edits: boolean }) {
  const { t } = useTranslation('feed');
  const session = useSession();
  const me = session.status === 'member' ? session.member.id : '';
  return (
    <section className="feed feed-publications" aria-labelledby="feed-publications">
      <h2 id="feed-publications" className="sr">
        {t('publications.title')}
      </h2>
      {edits && <Composer me={me} page={page} />}
      <div className="feed-items" tabIndex={-1} data-around>
        <List page={page.id} me={me} />
      </div>
    </section>
  );
}
