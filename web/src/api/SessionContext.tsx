import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SessionKeeper, SessionState } from './session';

/** The app provides the browser's session here. */
export const SessionContext = createContext<SessionKeeper | undefined>(undefined);

export function useSessionKeeper(): SessionKeeper {
  const keeper = useContext(SessionContext);
  if (!keeper) throw new Error('useSessionKeeper must be used within a SessionContext');
  return keeper;
}

/** Who is signed in, as far as this tab knows. */
export function useSession(): SessionState {
  const keeper = useSessionKeeper();
  return useSyncExternalStore(keeper.subscribe, keeper.state);
}
