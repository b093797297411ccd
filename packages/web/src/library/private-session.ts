import { useSyncExternalStore } from 'react';

/** Session storage belongs to one tab and ends with it. */
const PRIVATE_KEY = 'private_session';

const listeners = new Set<() => void>();
/** Used if session storage is forbidden: it lasts for this page. */
let isOn: boolean | undefined;

/** While it is on, neither history nor positions are recorded. */
export function isPrivateSession(): boolean {
  isOn ??= readStored();
  return isOn;
}

export function setPrivateSession(wanted: boolean): void {
  isOn = wanted;
  try {
    if (wanted) sessionStorage.setItem(PRIVATE_KEY, '1');
    else sessionStorage.removeItem(PRIVATE_KEY);
  } catch {
    // See isOn.
  }
  for (const listener of listeners) listener();
}

/** Whether a private session is on; false on the server, whose HTML is the same for everyone. */
export function usePrivateSession(): boolean {
  return useSyncExternalStore(subscribe, isPrivateSession, () => false);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readStored(): boolean {
  try {
    return sessionStorage.getItem(PRIVATE_KEY) === '1';
  } catch {
    return false;
  }
}
