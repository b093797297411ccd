import { useSyncExternalStore } from 'react';

/** Dispatched on the document once the visitor has confirmed. */
export const AGE_EVENT = 'ageconfirmed';

/** False on the server, whose HTML is the same for everyone. */
export function useAgeConfirmed(): boolean {
  return useSyncExternalStore(subscribe, isConfirmed, () => false);
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener(AGE_EVENT, onChange);
  return () => document.removeEventListener(AGE_EVENT, onChange);
}

function isConfirmed(): boolean {
  return document.documentElement.dataset.age === 'confirmed';
}
