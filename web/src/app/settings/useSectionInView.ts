import { useEffect, useState } from 'react';

/** The section that is being read: the last one whose head has come to the upper third of the window. */
export function useSectionInView<Id extends string>(ids: readonly Id[]): Id | undefined {
  const [inView, setInView] = useState(ids[0]);
  useEffect(() => {
    const look = () => {
      const atEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
      const passed = ids.filter((id) => {
        const head = document.getElementById(id)?.getBoundingClientRect();
        return head && head.top <= innerHeight / 3;
      });
      setInView(atEnd ? ids.at(-1) : (passed.at(-1) ?? ids[0]));
    };
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [ids]);
  return inView;
}
