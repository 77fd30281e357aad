import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon';
import { currentToast, dismissToast, subscribeToast } from './toast';

/** Where toasts appear; the shell has one. */
export function Toasts() {
  const { t } = useTranslation();
  const toast = useSyncExternalStore(subscribeToast, currentToast);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toast && (
        <div className="toast" key={toast.id}>
          <Icon name={toast.tone === 'error' ? 'warning' : toast.tone === 'success' ? 'check' : 'info'} />
          <div>
            <p>
              <b>{toast.title}</b>
            </p>
            {toast.text && <p>{toast.text}</p>}
          </div>
          {toast.action && (
            <button
              type="button"
              className="toast-act"
              onClick={() => {
                dismissToast();
                toast.action?.press();
              }}
            >
              {toast.action.label}
            </button>
          )}
          <button type="button" className="toast-close" aria-label={t('close')} onClick={dismissToast}>
            <Icon name="close" size={18} />
          </button>
        </div>
      )}
    </div>
  );
}
