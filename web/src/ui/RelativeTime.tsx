import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/useFormat';
import { useNow } from './useNow';

/** The shared clock may be a tick behind and the server's a little ahead: that much (milliseconds) into the future is now. */
const slack = 40_000;

/** How long ago (or from now) something is, with the exact moment on hover. */
export function RelativeTime({ at }: { at: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {format.relativeTime(at, now) ?? t(Date.parse(at) > now + slack ? 'time.soon' : 'time.justNow')}
    </time>
  );
}
