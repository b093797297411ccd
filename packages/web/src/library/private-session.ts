import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../ui/storage.ts';

/** Session storage belongs to one tab and ends with it. */
const PRIVATE_KEY = 'private_session';

const listeners = new Set<() => void>();
/** Lasts for this page if session storage is forbidden. */
let isOn: boolean | undefined;

/** While it is on, neither history nor positions are recorded. */
export function isPrivateSession(): boolean {
  isOn ??= readStored('sessionStorage', PRIVATE_KEY) === '1';
  return isOn;
}

export function setPrivateSession(wanted: boolean): void {
  isOn = wanted;
  writeStored('sessionStorage', PRIVATE_KEY, wanted ? '1' : null);
  for (const listener of listeners) listener();
}

export function usePrivateSession(): boolean {
  return useSyncExternalStore(subscribe, isPrivateSession, () => false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
