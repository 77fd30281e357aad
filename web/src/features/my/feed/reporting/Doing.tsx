import type { OthersProps } from '../Others';
import { Blocking } from './Blocking';
import { Reporting } from './Reporting';

interface Props extends OthersProps {
  what: 'report' | 'block';
  onClose: () => void;
}

/** Where a member reports what somebody else wrote, or blocks them. */
export function Doing({ what, kind, id, author, name, onClose }: Props) {
  if (what === 'block' && author) return <Blocking member={author} name={name} onClose={onClose} />;
  return <Reporting kind={kind} id={id} onClose={onClose} />;
}
