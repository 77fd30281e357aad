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
  /** Where the person's picture lies in all sizes; empty or left out without one. */
  picture?: string | undefined;
  /** CSS pixels. */
  size?: 40 | 56 | 96;
}

/** A person: initials on a tint that is always theirs, below their picture where they show one. The name stands beside it. */
export function Avatar({ name, id, picture, size = 40 }: Props) {
  const tint = Math.floor(seeded(id || name)() * avatarHues.length);
  return (
    <span className={`avatar avatar-tint-${tint} avatar-${size}`} aria-hidden="true" translate="no">
      {initials(name)}
      {picture && <img key={picture} src={`${picture}/${size > 56 ? 256 : 128}.jpg`} alt="" />}
    </span>
  );
}
