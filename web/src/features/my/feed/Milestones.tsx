import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FeedItem } from '@/api/generated/feed';
import { useFormat } from '@/i18n/useFormat';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { Icon } from '@/ui/Icon';
import { RelativeTime } from '@/ui/RelativeTime';

function Milestone({ item }: { item: FeedItem }) {
  const { t } = useTranslation('feed');
  const format = useFormat();
  const titleOf = useCampaignTitle();
  const { campaign_title: title, campaign_slug: slug, need = 'money', percent = 0 } = item;
  return (
    <div className="feed-milestone">
      <span className={`feed-flag feed-flag-${need}`}>
        <Icon name={need} size={20} />
      </span>
      <div className="feed-who">
        <p>
          <Link to={`/campaign/${slug}`} lang={title ? item.campaign_lang : undefined}>
            <b>{titleOf(title)}</b>
          </Link>
        </p>
        <p className="sm mut num">
          {t(`milestone.${need}`, { share: format.reached(percent, 100) })} · <RelativeTime at={item.at} />
        </p>
      </div>
    </div>
  );
}

/** What campaigns reached, one after the other with nothing between: one card, two lines for each. */
export function MilestonesCard({ items }: { items: readonly FeedItem[] }) {
  const { t } = useTranslation('feed');
  return (
    <article className="card card-pad feed-milestones" aria-label={t('milestone.card', { count: items.length })}>
      {items.map((item) => (
        <Milestone key={item.id} item={item} />
      ))}
    </article>
  );
}

/** Items of a feed, those milestones together that follow each other. */
export function folded<Item extends FeedItem>(items: readonly Item[]): readonly (readonly Item[])[] {
  const groups: Item[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (item.kind === 'milestone' && last?.[0]?.kind === 'milestone') last.push(item);
    else groups.push([item]);
  }
  return groups;
}
