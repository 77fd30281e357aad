import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Notification } from '@/api/generated/notifications';
import { useFormat } from '@/i18n/useFormat';
import { useCampaignTitle } from '@/parts/useCampaignTitle';
import { useShiftTime } from '@/parts/useShiftTime';
import { MemberIcon } from '@/ui/MemberIcon';
import { RelativeTime } from '@/ui/RelativeTime';
import { rowOf } from './kinds';

/** Of which campaign or page it is, where it is of one. */
function About({ item }: { item: Notification }) {
  const titleOf = useCampaignTitle();
  if ('page_id' in item && item.page_id) {
    if (!item.page_name) return null;
    return (
      <>
        {' · '}
        <span lang={item.page_lang}>{item.page_name}</span>
      </>
    );
  }
  if (!('campaign_id' in item) || ('on' in item && item.on)) return null;
  const { campaign_title: title, campaign_lang: lang } = item;
  return (
    <>
      {' · '}
      <span lang={title ? lang : undefined}>{titleOf(title)}</span>
    </>
  );
}

interface Props {
  item: Notification;
  onOpen: () => void;
}

/** What happened, when, and to which campaign; it leads to where there is more. */
export function NotificationRow({ item, onOpen }: Props) {
  const { t } = useTranslation('notifications');
  const writing = { t, format: useFormat(), shiftTime: useShiftTime() };
  const row = rowOf(item);
  if (!row) return null;
  return (
    <li className="notifications-row">
      <span className={`notifications-icon notifications-${item.kind}`}>
        <MemberIcon name={typeof row.icon === 'string' ? row.icon : row.icon(item)} />
      </span>
      <div>
        <Link to={row.page(item)} onClick={onOpen} className="notifications-says">
          {row.says(item, writing)}
        </Link>
        {'reason' in item && item.reason && <p className="sm">{t('removed.reason', { reason: item.reason })}</p>}
        <p className="sm mut">
          <RelativeTime at={item.at} />
          <About item={item} />
          {'returned' in item && item.returned && ` · ${t(`returned.${item.returned}`)}`}
        </p>
      </div>
      {item.new && (
        <span className="notifications-fresh">
          <span className="sr">{t('new')}</span>
        </span>
      )}
    </li>
  );
}
