import { useTranslation } from 'react-i18next';
import type { HappeningView } from '@/api/generated/auth';
import { useFormat } from '@/i18n/useFormat';
import { Rows } from '@/ui/Rows';
import { Security } from '../Security';
import { useDeviceName } from '../useDeviceName';

function List({ history }: { history: readonly HappeningView[] }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const nameOf = useDeviceName();
  if (history.length === 0) return <p className="mut">{t('noHistory')}</p>;
  return (
    <Rows ordered>
      {history.map(({ at, kind, device }) => (
        <li key={`${at} ${kind}`}>
          <div>
            <b>{t(`did.${kind}`)}</b>
            <p className="sm mut">
              <time dateTime={at}>{format.dateTime(at)}</time>
              {device && ` · ${nameOf(device)}`}
              {device?.address && ` · ${device.address}`}
            </p>
          </div>
        </li>
      ))}
    </Rows>
  );
}

/** What happened to the account, the newest first. */
export function AccountHistory() {
  return <Security>{({ history }) => <List history={history} />}</Security>;
}
