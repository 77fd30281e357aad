import DatePicker from 'antd/es/date-picker';
import dayjs from 'dayjs';
import { AntdTheme } from '@/ui/AntdTheme';

interface Props {
  /** ISO 8601 day; empty for none. */
  value: string;
  onChoose: (day: string) => void;
  onClose: () => void;
}

const iso = 'YYYY-MM-DD';

// Shifted into view where the screen is too small for its place below the field.
const overflow = { shiftX: true, adjustY: true, shiftY: true };
const placements = {
  bottomLeft: { points: ['tl', 'bl'], offset: [0, 4], overflow },
  topLeft: { points: ['bl', 'tl'], offset: [0, -56], overflow },
};

/** Inside the page's landmark, and outside the card, which would cut it off. */
function pageOf(trigger: HTMLElement): HTMLElement {
  return trigger.closest('main') ?? document.body;
}

/** A calendar below the field it stands in, from today on; weeks begin as the reader's language has it. */
export function Calendar({ value, onChoose, onClose }: Props) {
  return (
    <AntdTheme>
      <DatePicker
        open
        className="wizard-calendar"
        tabIndex={-1}
        aria-hidden
        value={value ? dayjs(value, iso) : null}
        onChange={(day) => day && onChoose(day.format(iso))}
        onOpenChange={(open) => !open && onClose()}
        disabledDate={(day) => day.isBefore(dayjs(), 'day')}
        builtinPlacements={placements}
        getPopupContainer={pageOf}
      />
    </AntdTheme>
  );
}
