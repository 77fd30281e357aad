import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/useFormat';
import { Button } from '@/ui/Button';
import type { Control } from '@/ui/Form';
import { Icon } from '@/ui/Icon';
import { dayTyped, isDay } from './day';

// The calendar is heavy, and whoever types needs none.
const Calendar = lazy(async () => ({ default: (await import('./Calendar')).Calendar }));

interface Props {
  control: Control;
}

/**
 * A day, typed or from a calendar. Its value is an ISO 8601 day, empty for none, or what was typed where that is no day:
 * what is wrong with it can then be said, and nothing vanishes.
 */
export function EndDate({ control }: Props) {
  const { t } = useTranslation('wizard');
  const { locale, plainDay } = useFormat();
  const value = control.value as string;
  const change = control.onChange as (value: string) => void;
  // While it is being typed a day is shown as it is typed.
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const wasOpen = useRef(false);
  const field = useRef<HTMLInputElement>(null);

  function type(text: string): void {
    setTyped(text);
    change(dayTyped(text, locale) ?? text.trim());
  }

  function take(day: string): void {
    setTyped(undefined);
    setOpen(false);
    change(day);
    field.current?.focus();
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Escape') setOpen(false);
    if (event.key !== 'Enter') return;
    // Enter takes the day; it must not send the step as well.
    event.preventDefault();
    setTyped(undefined);
    setOpen(false);
  }

  return (
    <div className="wizard-end-date">
      <input
        {...control}
        ref={field}
        className="input"
        type="text"
        autoComplete="off"
        placeholder={t('field.endDateEmpty')}
        value={typed ?? (isDay(value) ? plainDay(value) : value)}
        onChange={(event) => type(event.target.value)}
        onBlur={() => {
          setTyped(undefined);
          (control.onBlur as (() => void) | undefined)?.();
        }}
        onKeyDown={press}
      />
      {value !== '' && (
        <Button variant="quiet" size="small" iconOnly label={t('field.endDateRemove')} onClick={() => take('')}>
          <Icon name="close" />
        </Button>
      )}
      {/* For those who point: whoever uses the keyboard types. A press outside has closed it before this one is heard. */}
      <button
        type="button"
        className="btn btn-quiet btn-small btn-icon"
        tabIndex={-1}
        aria-label={t('field.endDateCalendar')}
        aria-expanded={open}
        onPointerDown={() => (wasOpen.current = open)}
        onClick={() => setOpen(!wasOpen.current)}
      >
        <Icon name="calendar" />
      </button>
      {open && (
        <Suspense>
          <Calendar value={isDay(value) ? value : ''} onChoose={take} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
