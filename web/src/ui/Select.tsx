import type { SelectHTMLAttributes } from 'react';
import { Icon } from './Icon';

/** The browser's own choice list, in our clothes. */
export function Select(props: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className="select">
      <select className="input" {...props} />
      <Icon name="down" size={18} />
    </span>
  );
}
