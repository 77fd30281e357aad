import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { classes } from '@/ui/classes';
import { Icon } from '@/ui/Icon';

interface Props {
  /** The trigger's accessible name. */
  label: string;
  trigger: ReactNode;
  children: ReactNode;
  round?: boolean;
}

const items = '[role^=menuitem]';

/** A small menu with the keyboard of the ARIA pattern; it closes on a choice, Escape, and a press elsewhere. */
export function Menu({ label, trigger, children, round }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!open) return undefined;
    const list = root.current;
    const start = list?.querySelector<HTMLElement>('[aria-checked=true]') ?? list?.querySelector<HTMLElement>(items);
    start?.focus();
    const elsewhere = (event: Event) => {
      if (event.target instanceof Node && !list?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
    };
  }, [open]);

  function close(): void {
    setOpen(false);
    root.current?.querySelector<HTMLElement>('button')?.focus();
  }

  function move(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      close();
      return;
    }
    const all = [...(root.current?.querySelectorAll<HTMLElement>(items) ?? [])];
    const index = all.findIndex((item) => item === document.activeElement);
    const targets: Record<string, number> = {
      ArrowDown: (index + 1) % all.length,
      ArrowUp: (index - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    all[target]?.focus();
  }

  return (
    <div className="menu" ref={root}>
      <button
        type="button"
        className={classes('menu-trigger', round && 'menu-round')}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <span aria-hidden="true">{trigger}</span>
        <span className="sr">{label}</span>
      </button>
      {open && (
        // The items are what one presses; the list only hears the choice that bubbles up.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div className="menu-list" id={id} role="menu" aria-label={label} tabIndex={-1} onKeyDown={move} onClick={close}>
          {children}
        </div>
      )}
    </div>
  );
}

interface ChoiceProps {
  children: ReactNode;
  chosen: boolean;
  lang?: string;
  onChoose: () => void;
}

function Choice({ children, chosen, lang, onChoose }: ChoiceProps) {
  return (
    <button type="button" role="menuitemradio" aria-checked={chosen} tabIndex={-1} lang={lang} onClick={onChoose}>
      {children}
      {chosen && <Icon name="check" size={16} className="menu-check" />}
    </button>
  );
}

function Action({ children, onChoose }: { children: ReactNode; onChoose: () => void }) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={onChoose}>
      {children}
    </button>
  );
}

function Destination({ children, to }: { children: ReactNode; to: string }) {
  return (
    <Link role="menuitem" tabIndex={-1} to={to}>
      {children}
    </Link>
  );
}

Menu.Choice = Choice;
Menu.Action = Action;
Menu.Destination = Destination;
