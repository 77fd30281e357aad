import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon';
import { currentToast, dismissToast, subscribeToast, type Toast } from './toast';
import { subscribeDialogs, topDialog } from './dialogs';

/** Browsers without popovers show toasts by their z-index. */
const hasPopovers = typeof HTMLElement.prototype.showPopover === 'function';

function Shown({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  return (
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
  );
}

/**
 * Where toasts appear; the shell has one. A modal dialog makes everything outside it unusable, so that a toast is shown within
 * the one on top, and above it.
 */
export function Toasts() {
  const dialog = useSyncExternalStore(subscribeDialogs, topDialog);
  return dialog ? createPortal(<Place />, dialog) : <Place />;
}

function Place() {
  const toast = useSyncExternalStore(subscribeToast, currentToast);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element || !hasPopovers) return undefined;
    // A dialog that was just taken away holds it for a moment still.
    if (toast && element.isConnected) element.showPopover();
    return () => {
      if (toast && element.isConnected) element.hidePopover();
    };
  }, [toast]);
  return (
    <div ref={place} className="toasts" role="status" aria-live="polite" {...(hasPopovers && { popover: 'manual' })}>
      {toast && <Shown toast={toast} />}
    </div>
  );
}
