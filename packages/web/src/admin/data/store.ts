import { useSyncExternalStore } from 'react';

/** A value outside React, for `useSyncExternalStore`. */
export function createStore<Value>(first: Value) {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next: Value): void {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const live = createStore(false);

/** Whether the server is pushing changes now, so that polling is not needed. */
export function useIsLive(): boolean {
  return useSyncExternalStore(live.subscribe, live.get);
}

export const setLive = live.set;
