import type { OfficeHours } from '@/api/generated/platform';
import { useFormat } from '@/i18n/useFormat';

const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** The name of a day as it stands within a sentence. */
function nameOf(locale: string, day: OfficeHours['first']): string {
  // The fifth of January 2026 was a Monday.
  const date = new Date(Date.UTC(2026, 0, 5 + week.indexOf(day)));
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(date);
}

function timeOf(locale: string, time: string): string {
  const date = new Date(`2026-01-05T${time}:00Z`);
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(date);
}

/** When somebody is there, in the operator's own time. */
export function Hours({ hours }: { hours: readonly OfficeHours[] }) {
  const { locale } = useFormat();
  return (
    <dl className="contact-hours">
      {hours.map(({ first, last, from, to }) => {
        const days = first === last ? nameOf(locale, first) : `${nameOf(locale, first)} – ${nameOf(locale, last)}`;
        return (
          <div key={`${first} ${from}`}>
            <dt>{days.charAt(0).toLocaleUpperCase(locale) + days.slice(1)}</dt>
            <dd className="num">
              {timeOf(locale, from)} – {timeOf(locale, to)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
