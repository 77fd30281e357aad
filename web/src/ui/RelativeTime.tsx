import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/useFormat';
import { useNow } from './useNow';

/** How long ago (or from now) something is, with the exact moment on hover. */
export function RelativeTime({ at }: { at: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow();
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {format.relativeTime(at, now) ?? t(Date.parse(at) > now + 1000 ? 'time.soon' : 'time.justNow')}
    </time>
  );
}
