import { createContext, useContext, useSyncExternalStore } from 'react';
import type { LiveClient, LiveStatus } from './liveClient';

/** The app provides its one socket here. */
export const LiveSocketContext = createContext<LiveClient | undefined>(undefined);

/** How the shared socket is; "idle" while nothing on screen wants pushes. */
export function useLiveStatus(): LiveStatus {
  const live = useContext(LiveSocketContext);
  if (!live) throw new Error('useLiveStatus must be used within a LiveSocketContext');
  return useSyncExternalStore(live.onStatus, live.status);
}
