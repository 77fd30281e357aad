import './notifications.css';
import { useTranslation } from 'react-i18next';
import type { Notification } from '@/api/generated/notifications';
import { useFormat } from '@/i18n/useFormat';
import { useNow } from '@/ui/useNow';
import { byDay, nameOfDay } from './days';
import { NotificationRow } from './NotificationRow';

interface Props {
  items: readonly Notification[];
  /** Of the days' names. */
  heading: 'h2' | 'h3';
  /** Hears which was opened. */
  onOpen: (item: Notification) => void;
}

/** What happened, by days, the newest first; what is new has a mark. */
export function NotificationDays({ items, heading: Heading, onOpen }: Props) {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const now = useNow();
  return byDay(items).map(({ start, items: ofDay }) => {
    const name = nameOfDay(start, now);
    return (
      <section key={start} className="notifications-day">
        <Heading>{name ? t(`day.${name}`) : format.longDate(new Date(start).toISOString())}</Heading>
        <ul role="list">
          {ofDay.map((item) => (
            <NotificationRow key={item.id} item={item} onOpen={() => onOpen(item)} />
          ))}
        </ul>
      </section>
    );
  });
}
