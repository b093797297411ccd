import { useSyncExternalStore } from 'react';

let isLive = false;
const listeners = new Set<() => void>();

/** Whether the server is pushing changes now, so that polling is not needed. */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isLive,
  );
}

export function setLive(value: boolean): void {
  if (value === isLive) return;
  isLive = value;
  for (const listener of listeners) listener();
}
