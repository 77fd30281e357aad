import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { classes } from './classes';

interface Look {
  /** `danger` is for what can't be taken back. */
  variant?: 'primary' | 'outline' | 'quiet' | 'danger';
  size?: 'small' | 'normal' | 'large';
  block?: boolean;
  /** Square, for an icon alone; give the button a `label`. */
  iconOnly?: boolean;
  className?: string | undefined;
}

function look({ variant = 'primary', size = 'normal', block, iconOnly, className }: Look): string {
  return classes(
    'btn',
    `btn-${variant}`,
    size !== 'normal' && `btn-${size}`,
    block && 'btn-block',
    iconOnly && 'btn-icon',
    className,
  );
}

interface ButtonProps extends Look {
  children: ReactNode;
  type?: 'button' | 'submit';
  disabled?: boolean;
  /** Shows work under way and refuses further presses; a promise returned by `onClick` does so by itself. */
  busy?: boolean;
  /** The accessible name, where the content is not words. */
  label?: string;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown;
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
  'aria-haspopup'?: 'menu' | 'dialog';
}

function isPromise(value: unknown): value is Promise<unknown> {
  return value instanceof Promise;
}

export function Button({ children, type = 'button', disabled, busy = false, label, onClick, ...rest }: ButtonProps) {
  const { variant, size, block, iconOnly, className, ...aria } = rest;
  const [working, setWorking] = useState(false);
  // State changes too late for a second press in the same frame.
  const pressed = useRef(false);
  const isBusy = busy || working;

  function press(event: MouseEvent<HTMLButtonElement>): void {
    if (isBusy || pressed.current) {
      event.preventDefault();
      return;
    }
    const result = onClick?.(event);
    if (!isPromise(result)) return;
    pressed.current = true;
    setWorking(true);
    const done = () => {
      pressed.current = false;
      setWorking(false);
    };
    result.then(done, (error: unknown) => {
      done();
      console.error('what a button started failed', error);
    });
  }

  return (
    <button
      type={type}
      className={look({
        ...(variant && { variant }),
        ...(size && { size }),
        ...(block && { block }),
        ...(iconOnly && { iconOnly }),
        className,
      })}
      disabled={disabled}
      // Busy, not disabled: a disabled button would lose the focus.
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      aria-label={label}
      title={iconOnly ? label : undefined}
      onClick={press}
      {...aria}
    >
      {isBusy && <span className="btn-spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}

interface LinkButtonProps extends Look {
  to: string;
  children: ReactNode;
  onClick?: () => void;
  /** What it counts as where a member agreed that presses are counted, and on which part of the page: "action source". */
  counted?: string;
}

/** A link that looks like a button. */
export function LinkButton({ to, children, onClick, counted, ...rest }: LinkButtonProps) {
  return (
    <Link to={to} className={look(rest)} onClick={onClick} data-counted={counted}>
      {children}
    </Link>
  );
}
