import { useEffect, useEffectEvent, useState } from 'react';

/** Milliseconds of rest after which typed words are looked for. */
const rest = 300;

/**
 * The text of a field whose value lives elsewhere (in the address) and follows
 * once typing rests. When the value changes by other means, such as the back
 * button, the field shows it.
 */
export function useDraft(
  value: string,
  commit: (value: string) => void,
): [text: string, change: (text: string) => void, flush: () => void] {
  const [text, change] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    // One's own words arriving: typing may have gone on since.
    if (value !== sent) {
      setSent(value);
      change(value);
    }
  }
  function flush(): void {
    if (text.trim() === sent) return;
    setSent(text.trim());
    commit(text.trim());
  }
  const onRest = useEffectEvent(flush);
  useEffect(() => {
    if (text.trim() === sent) return undefined;
    const timer = setTimeout(() => onRest(), rest);
    return () => clearTimeout(timer);
  }, [text, sent]);
  return [text, change, flush];
}
