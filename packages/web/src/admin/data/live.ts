import { useSyncExternalStore } from 'react';
import { createStore } from './store.ts';

const live = createStore(false);

/** Whether the server is pushing changes now, so that polling is not needed. */
export function useIsLive(): boolean {
  return useSyncExternalStore(live.subscribe, live.get);
}

export const setLive = live.set;
