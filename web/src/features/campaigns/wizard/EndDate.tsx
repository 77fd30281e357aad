import DatePicker from 'antd/es/date-picker';
import dayjs from 'dayjs';
import { AntdTheme } from '@/ui/AntdTheme';

interface Props {
  id: string;
  /** ISO 8601 day; empty for none. */
  value: string;
  onChange: (day: string) => void;
  placeholder: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

const iso = 'YYYY-MM-DD';

/** Shown first; typed days may be written the other ways too. */
const formats = ['D MMMM YYYY', iso, 'D.M.YYYY', 'D/M/YYYY'];

// Shifted into view where the screen is too small for its place beside the input.
const overflow = { shiftX: true, adjustY: true, shiftY: true };
const placements = {
  bottomLeft: { points: ['tl', 'bl'], offset: [0, 4], overflow },
  topLeft: { points: ['bl', 'tl'], offset: [0, -4], overflow },
};

/** Inside the page's landmark, and outside the card, which would cut it off. */
function pageOf(trigger: HTMLElement): HTMLElement {
  return trigger.closest('main') ?? document.body;
}

/** A day from today on, from a calendar or typed; weeks begin as the reader's language has it. */
export function EndDate({ value, onChange, ...control }: Props) {
  const { 'aria-invalid': wrong } = control;
  return (
    <AntdTheme>
      <DatePicker
        {...control}
        className="wizard-end-date"
        value={value ? dayjs(value, iso) : null}
        onChange={(day) => onChange(day ? day.format(iso) : '')}
        disabledDate={(day) => day.isBefore(dayjs(), 'day')}
        format={formats}
        builtinPlacements={placements}
        getPopupContainer={pageOf}
        // Enter takes the day; it must not send the step as well.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
        {...(wrong && { status: 'error' as const })}
        // A touch keyboard over the calendar would leave no room for it.
        inputReadOnly={matchMedia('(pointer: coarse)').matches}
      />
    </AntdTheme>
  );
}
