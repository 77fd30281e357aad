import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

export interface Tab<Key extends string> {
  key: Key;
  label: ReactNode;
}

interface Props<Key extends string> {
  /** What the tabs are about, for assistive technology. */
  label: string;
  tabs: ReadonlyArray<Tab<Key>>;
  active: Key;
  onChange: (key: Key) => void;
  /** Underlined words, or a row of pills. */
  variant?: 'line' | 'pills';
  /** The active tab's content. */
  children: ReactNode;
  /** Stands before the row of tabs, on the same line where there is room. */
  heading?: ReactNode;
}

/** Tabs with the keyboard of the ARIA pattern: arrows, Home and End move and choose. */
export function Tabs<Key extends string>({ label, tabs, active, onChange, variant = 'line', children, heading }: Props<Key>) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);

  function move(event: KeyboardEvent): void {
    const index = tabs.findIndex((tab) => tab.key === active);
    const targets: Record<string, number> = {
      ArrowRight: (index + 1) % tabs.length,
      ArrowLeft: (index - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = targets[event.key];
    const next = target === undefined ? undefined : tabs[target];
    if (target === undefined || !next) return;
    event.preventDefault();
    onChange(next.key);
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus();
  }

  const bar = (
    <div
      ref={row}
      className={variant === 'pills' ? 'pills' : 'tabs'}
      role="tablist"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={move}
    >
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          role="tab"
          id={`${id}-${tab.key}`}
          aria-controls={`${id}-panel`}
          aria-selected={tab.key === active}
          tabIndex={tab.key === active ? 0 : -1}
          onClick={() => onChange(tab.key)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
  return (
    <>
      {heading ? (
        <div className="tabs-head">
          {heading}
          {bar}
        </div>
      ) : (
        bar
      )}
      <div className="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active}`} tabIndex={0}>
        {children}
      </div>
    </>
  );
}
