import type { Amount } from '@/i18n/format';
import { useFormat } from '@/i18n/useFormat';

interface Props {
  value: Amount;
  /** Short from 1000 on, with the exact amount on hover and for assistive technology. */
  compact?: boolean;
  cents?: 'auto' | 'always';
}

export function Money({ value, compact, cents }: Props) {
  const format = useFormat();
  const exact = format.money(value, cents);
  if (!compact) return <span className="num">{exact}</span>;
  const short = format.compactMoney(value);
  if (short === exact) return <span className="num">{exact}</span>;
  return (
    <span className="num" title={exact}>
      <span aria-hidden="true">{short}</span>
      <span className="sr">{exact}</span>
    </span>
  );
}
