import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button';
import { dialogClosed, dialogOpened } from './dialogs';
import { Icon } from './Icon';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Stands in place of the title, which is then for assistive technology alone. */
  head?: ReactNode;
  /** A dialog in the middle, one of photographs, a panel from the right edge, the sidebar, what the bell opens, the search. */
  kind?: 'dialog' | 'dialog feed-viewer' | 'sheet' | 'drawer' | 'notifications-panel' | 'search-palette';
}

/**
 * A modal on the browser's own dialog: focus stays inside, Escape closes, focus returns. What is marked `data-first` has the
 * focus when it opens.
 */
export function Dialog({ open, onClose, title, head, children, kind = 'dialog' }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);
  // Whether the browser is still to tell of a close that was ours: it may do so after the dialog was opened again.
  const closing = useRef(false);
  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      dialog.showModal();
      dialogOpened(dialog);
      // Else the button that closes it has the focus, which stands first.
      dialog.querySelector<HTMLElement>('[data-first]')?.focus();
    }
    if (!open && dialog.open) {
      closing.current = true;
      dialog.close();
    }
    if (!open) dialogClosed(dialog);
  }, [open]);
  useLayoutEffect(() => {
    const dialog = element.current;
    return () => {
      // One that is taken away gives the focus back, too.
      if (dialog?.open) dialog.close();
      if (dialog) dialogClosed(dialog);
    };
  }, []);
  return (
    // The keyboard's way to close is Escape, which the element brings.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={element}
      className={kind}
      aria-labelledby={id}
      // What is told of a dialog that is closed comes later, when a key may have asked for it again.
      onCancel={(event) => {
        if (event.target !== element.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (!closing.current) onClose();
        closing.current = false;
      }}
      // A press on the backdrop is a press on the dialog itself.
      onClick={(event) => event.target === element.current && onClose()}
    >
      {open && (
        <div className="dialog-body">
          <div className="dialog-head">
            <h2 id={id} className={head ? 'sr' : undefined}>
              {title}
            </h2>
            {head}
            <Button variant="quiet" iconOnly label={t('close')} onClick={onClose}>
              <Icon name="close" />
            </Button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
