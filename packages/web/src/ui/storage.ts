type Store = 'localStorage' | 'sessionStorage';

/** Null without an entry, and where storage is forbidden. */
export function readStored(store: Store, key: string): string | null {
  try {
    return window[store].getItem(key);
  } catch {
    return null;
  }
}

/** Null removes the entry. Where storage is forbidden, nothing is kept. */
export function writeStored(store: Store, key: string, value: string | null): void {
  try {
    if (value === null) window[store].removeItem(key);
    else window[store].setItem(key, value);
  } catch {}
}
