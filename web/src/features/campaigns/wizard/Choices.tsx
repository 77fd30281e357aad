import { useId } from 'react';
import { Icon } from '@/ui/Icon';

interface Props<Value extends string> {
  options: ReadonlyArray<{ value: Value; label: string }>;
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of several, all in sight: real radio inputs that look like chips. */
export function Choices<Value extends string>({ options, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <div className="wizard-choices">
      {options.map((option) => (
        <label key={option.value} className="wizard-choice">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.value === value && <Icon name="check" size={16} />}
          {option.label}
        </label>
      ))}
    </div>
  );
}
