import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { collapsedCookie, isCollapsed } from './collapsed';

/** Narrower, the sidebar is a sheet. */
const wide = '(min-width: 768px)';

interface Sidebar {
  readonly collapsed: boolean;
  /** Whether the sheet is open that stands for the sidebar in a narrow window. */
  readonly open: boolean;
  readonly toggle: () => void;
  readonly setOpen: (open: boolean) => void;
}

/** The sidebar's state, and the key that toggles it: Ctrl or Cmd with b. */
export function useSidebar(): Sidebar {
  const { key } = useLocation();
  const [collapsed, setCollapsed] = useState(() => isCollapsed(document.cookie));
  // The sheet belongs to the place it was opened at: going elsewhere closes it.
  const [openedAt, setOpenedAt] = useState<string>();
  const open = openedAt === key;

  const toggle = () => {
    document.cookie = collapsedCookie(!collapsed);
    setCollapsed(!collapsed);
  };
  const setOpen = (wanted: boolean) => setOpenedAt(wanted ? key : undefined);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'b') return;
    event.preventDefault();
    if (matchMedia(wide).matches) toggle();
    else setOpen(!open);
  });
  useEffect(() => {
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return { collapsed, open, toggle, setOpen };
}
