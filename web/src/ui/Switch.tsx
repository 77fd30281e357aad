import './switch.css';
import type { ReactNode } from 'react';

interface Props {
  on: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** A line with a switch at its end, which takes effect at once. */
export function Switch({ on, onPress, children }: Props) {
  return (
    <label className="switch">
      <span>{children}</span>
      <input type="checkbox" role="switch" aria-checked={on} checked={on} onChange={onPress} />
    </label>
  );
}
