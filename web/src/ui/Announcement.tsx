import { useEffect, useRef, useState } from 'react';

/** Milliseconds between two announcements: what changes meanwhile is told as one. */
const pause = 5000;

/**
 * Tells assistive technology a sentence when it changes, politely and never
 * more often than it can be listened to. What it says first stands on the page
 * already and is not announced.
 */
export function Announcement({ text }: { text: string }) {
  const told = useRef(text);
  const due = useRef<number>(undefined);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (told.current === text) return undefined;
    // Counted from the first change: where something changes all the time, it is told all the same.
    due.current ??= performance.now() + pause;
    const timer = setTimeout(() => {
      due.current = undefined;
      told.current = text;
      setSaid(text);
    }, due.current - performance.now());
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className="sr" aria-live="polite" aria-atomic="true">
      {said}
    </div>
  );
}
