import { type ReactNode, useId } from 'react';
import { classes } from './classes';
import { Icon, type IconName } from './Icon';
import type { Strand } from './StrandBar';

export interface SegmentedOption<Value extends string> {
  value: Value;
  label: ReactNode;
  icon?: IconName;
  /** Colours the chosen option. */
  strand?: Strand;
  disabled?: boolean;
}

interface Props<Value extends string> {
  /** The question the options answer, for assistive technology. */
  legend: string;
  options: ReadonlyArray<SegmentedOption<Value>>;
  value: Value;
  onChange: (value: Value) => void;
  /** As wide as its words rather than as its container. */
  fit?: boolean;
}

/** A choice of a few, all visible: real radio inputs in a row. */
export function Segmented<Value extends string>({ legend, options, value, onChange, fit }: Props<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr">{legend}</legend>
      <div className={classes('segmented', fit && 'segmented-fit')}>
        {options.map((option) => (
          <label key={option.value} className={option.strand && `strand-${option.strand}`}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            {option.icon && <Icon name={option.icon} />}
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
