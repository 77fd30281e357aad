import { seeded } from './seed';
import { avatarHues } from './theme';

/** Up to two initials: the first letters of the first and last word; "?" for nobody named. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  const text = letters.map((word) => (word ? String.fromCodePoint(word.codePointAt(0) ?? 63) : '')).join('');
  return text.toLocaleUpperCase() || '?';
}

interface Props {
  /** Empty for an anonymous person. */
  name: string;
  /** What the tint comes from; the name where there is no id. */
  id?: string | undefined;
  /** CSS pixels. */
  size?: 40 | 56 | 96;
}

/** A person without a photograph: initials on a tint that is always theirs. The name stands beside it. */
export function Avatar({ name, id, size = 40 }: Props) {
  const tint = Math.floor(seeded(id || name)() * avatarHues.length);
  return (
    <span className={`avatar avatar-tint-${tint} avatar-${size}`} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
