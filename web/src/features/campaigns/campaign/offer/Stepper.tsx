interface Props {
  /** The number as it is typed now; undefined where it can't be read. */
  number: number | undefined;
  onStep: (value: string) => void;
  /** The number as a person in this language types it. */
  typed: (number: number) => string;
  least: number;
  most: number;
  /** Numbers with decimals, or whole ones. */
  inputMode: 'decimal' | 'numeric';
  less: string;
  more: string;
  control: Record<string, unknown>;
}

/** A number that can be typed, with one less and one more beside it. */
export function Stepper({ number, onStep, typed, least, most, inputMode, less, more, control }: Props) {
  const to = (next: number) => onStep(typed(Math.min(most, Math.max(least, next))));
  return (
    <span className="offer-stepper">
      <button
        type="button"
        aria-label={less}
        disabled={number === undefined || number <= least}
        onClick={() => to(Math.ceil(number ?? least) - 1)}
      >
        −
      </button>
      <input className="input num" type="text" inputMode={inputMode} autoComplete="off" {...control} />
      <button
        type="button"
        aria-label={more}
        disabled={number !== undefined && number >= most}
        onClick={() => to(Math.floor(number ?? 0) + 1)}
      >
        +
      </button>
    </span>
  );
}
