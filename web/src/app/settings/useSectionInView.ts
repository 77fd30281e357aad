import { useEffect, useRef, useState } from 'react';

/** Where the window stands, in CSS pixels. */
interface Window {
  height: number;
  /** How far the page was scrolled. */
  scrolled: number;
  /** How far it can be scrolled at most. */
  most: number;
}

/**
 * The last section whose head has passed the line where one reads. The line lies a third down the window and comes down to
 * its lower edge where the page ends, so that short sections at the end have their turn, too. Heads are measured from the
 * upper edge of the window.
 */
export function sectionRead(heads: readonly number[], { height, scrolled, most }: Window): number {
  const below = (height * 2) / 3;
  const reach = Math.min(below, most);
  const near = reach > 0 ? Math.max(0, 1 - (most - scrolled) / reach) : 0;
  const line = height / 3 + below * near;
  return Math.max(0, heads.findLastIndex((head) => head <= line));
}

/** What a person does to scroll by themselves. */
const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * The section that is being read, and what to call with one that was gone to by its link: it counts as read until its reader
 * scrolls on, wherever in the window it came to lie.
 */
export function useSectionInView<Id extends string>(ids: readonly Id[]): [Id | undefined, (id: Id) => void] {
  const named = ids.find((id) => `#${id}` === location.hash);
  const [inView, setInView] = useState(named ?? ids[0]);
  const goneTo = useRef(named);
  useEffect(() => {
    const look = () => {
      if (goneTo.current) return;
      const there = ids.filter((id) => document.getElementById(id));
      const heads = there.map((id) => document.getElementById(id)?.getBoundingClientRect().top ?? 0);
      const most = document.documentElement.scrollHeight - innerHeight;
      setInView(there[sectionRead(heads, { height: innerHeight, scrolled: scrollY, most })] ?? ids[0]);
    };
    const scrolls = () => {
      goneTo.current = undefined;
    };
    addEventListener('scroll', look, { passive: true });
    for (const gesture of gestures) addEventListener(gesture, scrolls, { passive: true });
    return () => {
      removeEventListener('scroll', look);
      for (const gesture of gestures) removeEventListener(gesture, scrolls);
    };
  }, [ids]);
  const goTo = (id: Id) => {
    goneTo.current = id;
    setInView(id);
  };
  return [inView, goTo];
}
