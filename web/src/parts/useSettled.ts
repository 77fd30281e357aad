import { useEffect, useState } from 'react';

/** Milliseconds of rest after which typed words are looked for. */
const usual = 250;

/** A text as it was when typing last rested; empty at once where it is empty. */
export function useSettled(text: string, rest = usual): string {
  const [settled, setSettled] = useState(text);
  if (text === '' && settled !== '') setSettled('');
  useEffect(() => {
    if (text === settled) return undefined;
    const timer = setTimeout(() => setSettled(text), rest);
    return () => clearTimeout(timer);
  }, [text, settled, rest]);
  return settled;
}
