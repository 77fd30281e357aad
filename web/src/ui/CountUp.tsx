import { useEffect, useRef, useState } from 'react';

/** Milliseconds a figure takes to reach its new value. */
const duration = 900;

function reducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

interface Props {
  /** An integer: minor units, minutes, people. */
  value: number;
  format: (value: number) => string;
}

/**
 * A figure that counts to its new value when it changes while someone looks.
 * It shows its first value at once; with reduced motion it simply changes.
 */
export function CountUp({ value, format }: Props) {
  const [shown, setShown] = useState(value);
  const from = useRef(value);
  useEffect(() => {
    const start = from.current;
    if (start === value) return undefined;
    const time = reducedMotion() ? 0 : duration;
    const began = performance.now();
    let frame = 0;
    const step = (frameTime: number) => {
      const progress = time === 0 ? 1 : Math.min(1, Math.max(0, (frameTime - began) / time));
      const eased = 1 - (1 - progress) ** 3;
      const next = progress === 1 ? value : Math.round(start + (value - start) * eased);
      from.current = next;
      setShown(next);
      if (progress < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return (
    <span className="num">
      <span aria-hidden="true">{format(shown)}</span>
      <span className="sr">{format(value)}</span>
    </span>
  );
}
