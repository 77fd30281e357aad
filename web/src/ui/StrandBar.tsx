import { useTranslation } from 'react-i18next';
import { classes } from './classes';
import { Icon } from './Icon';

export const strands = ['money', 'time', 'materials'] as const;
export type Strand = (typeof strands)[number];

interface BarProps {
  strand: Strand;
  /** What arrived, in the unit of `max`. */
  value: number;
  /** What was promised beyond that. */
  pledged?: number;
  max?: number;
  /** The accessible name, such as "Money". */
  label: string;
  /** What the figures say in words; the bar itself stops at full. */
  text: string;
  thin?: boolean;
}

function share(part: number, max: number): number {
  return max > 0 ? Math.min(100, Math.max(0, (part / max) * 100)) : 0;
}

/** A bar in two steps, received and pledged. It never shows more than full; its text tells the truth. */
export function Bar({ strand, value, pledged = 0, max = 100, label, text, thin }: BarProps) {
  const done = share(value, max);
  const promised = Math.min(share(pledged, max), 100 - done);
  return (
    <div
      className={classes('bar', `strand-${strand}`, thin && 'bar-thin')}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(Math.max(value, 0), max)}
      aria-valuetext={text}
    >
      <i style={{ width: `${done}%` }} />
      {promised > 0 && <i style={{ width: `${promised}%` }} />}
    </div>
  );
}

type StrandBarProps = Omit<BarProps, 'label' | 'thin'> & {
  /** Whether the strand's name stands before the bar; its icon always does. */
  named?: boolean;
  /** What stands there instead while there is nothing, such as "120 h needed". */
  asked?: string | false;
};

/** What is asked of a strand that has nothing yet: it says more than an empty bar. */
function Asked({ strand, text, named }: { strand: Strand; text: string; named: boolean }) {
  const { t } = useTranslation();
  return (
    <p className={classes('strand-ask', `strand-${strand}`, named && 'strand-named')}>
      <Icon name={strand} />
      <span className={named ? 'strand-name' : 'sr'}>{t(`strand.${strand}`)} </span>
      <span>{text}</span>
    </p>
  );
}

/** One strand's progress with its icon and figure; before anything is there, what is asked for. */
export function StrandBar({ named = false, asked, ...bar }: StrandBarProps) {
  const { t } = useTranslation();
  const label = t(`strand.${bar.strand}`);
  const { strand, text } = bar;
  if (asked && bar.value === 0 && !bar.pledged) return <Asked strand={strand} text={asked} named={named} />;
  return (
    <div className={classes('strand-row', `strand-${strand}`, named && 'strand-named')}>
      <Icon name={strand} />
      {named && (
        <span className="strand-name" aria-hidden="true">
          {label}
        </span>
      )}
      <Bar {...bar} label={label} />
      <span className="xs num" aria-hidden="true">
        {text}
      </span>
    </div>
  );
}
