import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveStatus } from '@/api/LiveSocketContext';
import { Icon } from '@/ui/Icon';

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** A blink of the socket is nobody's business: it is shown after this many milliseconds. */
const patience = 2500;

function Reconnecting() {
  const { t } = useTranslation();
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patience);
    return () => clearTimeout(timer);
  }, []);
  if (!long) return null;
  return (
    <div className="reconnecting">
      <Icon name="refresh" size={16} />
      {t('connection.reconnecting')}
    </div>
  );
}

/** Says that the device is offline, or that pushes are interrupted. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const reconnecting = useLiveStatus() === 'reconnecting';
  return (
    <div role="status">
      {!online && (
        <div className="banner">
          <Icon name="offline" size={18} />
          {t('connection.offline')}
        </div>
      )}
      {online && reconnecting && <Reconnecting />}
    </div>
  );
}
