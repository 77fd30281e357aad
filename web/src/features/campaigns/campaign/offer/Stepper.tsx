interface Props {
  value: string;
  onStep: (value: string) => void;
  least: number;
  most: number;
  /** How far typing may go in one step. */
  step: number;
  less: string;
  more: string;
  control: Record<string, unknown>;
}

/** A number that can be typed, with one less and one more beside it. */
export function Stepper({ value, onStep, least, most, step, less, more, control }: Props) {
  const number = Number(value);
  const to = (next: number) => onStep(String(Math.min(most, Math.max(least, next))));
  return (
    <span className="offer-stepper">
      <button type="button" aria-label={less} disabled={!(number > least)} onClick={() => to(Math.ceil(number) - 1)}>
        −
      </button>
      <input
        className="input num"
        type="number"
        inputMode="decimal"
        min={least}
        max={most}
        step={step}
        autoComplete="off"
        {...control}
      />
      <button type="button" aria-label={more} disabled={number >= most} onClick={() => to(Math.floor(number || 0) + 1)}>
        +
      </button>
    </span>
  );
}
