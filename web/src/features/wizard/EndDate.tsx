import DatePicker from 'antd/es/date-picker';
import dayjs from 'dayjs';
import { AntdTheme } from '@/ui/AntdTheme';
import { antdScope } from '@/ui/theme';

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

/** The calendar popup stays inside the scope that antd's static rules apply to. */
function scopeOf(trigger: HTMLElement): HTMLElement {
  return trigger.closest<HTMLElement>(`.${antdScope}`) ?? trigger;
}

/** A day from today on, from a calendar or typed; weeks begin as the reader's language has it. */
export function EndDate({ value, onChange, ...control }: Props) {
  const { 'aria-invalid': wrong } = control;
  return (
    <AntdTheme>
      <DatePicker
        {...control}
        className="end-date"
        value={value ? dayjs(value, iso) : null}
        onChange={(day) => onChange(day ? day.format(iso) : '')}
        disabledDate={(day) => day.isBefore(dayjs(), 'day')}
        format={formats}
        // Enter takes the day; it must not send the step as well.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
        getPopupContainer={scopeOf}
        {...(wrong && { status: 'error' as const })}
        // A touch keyboard over the calendar would leave no room for it.
        inputReadOnly={matchMedia('(pointer: coarse)').matches}
      />
    </AntdTheme>
  );
}
