import { useSearchParams } from 'react-router';

/**
 * The tab that the address names, as in `?tab=needs`; the first where it names none of them. The link to a tab can be
 * passed on, and going back leaves the page.
 */
export function useTab<Key extends string>(keys: readonly [Key, ...Key[]]): [Key, (key: Key) => void] {
  const [params, setParams] = useSearchParams();
  const [first] = keys;
  const active = keys.find((key) => key === params.get('tab')) ?? first;
  const choose = (key: Key): void => {
    const next = new URLSearchParams(params);
    if (key === first) next.delete('tab');
    else next.set('tab', key);
    setParams(next, { replace: true, preventScrollReset: true });
  };
  return [active, choose];
}
