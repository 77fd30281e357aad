import { useTranslation } from 'react-i18next';
import type { HappeningView } from '@/api/generated/auth';
import { useFormat } from '@/i18n/useFormat';
import { useDeviceName } from './useDeviceName';

/** What happened to the account, the newest first. */
export function AccountHistory({ history }: { history: readonly HappeningView[] }) {
  const { t } = useTranslation('auth');
  const format = useFormat();
  const nameOf = useDeviceName();
  if (history.length === 0) return <p className="mut">{t('settings.noHistory')}</p>;
  return (
    <ol className="auth-rows">
      {history.map(({ at, kind, device }) => (
        <li key={`${at} ${kind}`}>
          <div>
            <b>{t(`settings.did.${kind}`)}</b>
            <p className="sm mut">
              <time dateTime={at}>{format.dateTime(at)}</time>
              {device && ` · ${nameOf(device)}`}
              {device?.address && ` · ${device.address}`}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
