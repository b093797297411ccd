export const TOAST_MS = 5000;
/** How long a closed toast stays in memory. */
const REMOVAL_MS = 1_000_000;

export interface ToastText {
  title: string;
  description?: string;
  action?: { label: string; run: () => void };
  tone?: 'destructive';
}

export interface ToastEntry extends ToastText {
  id: number;
  isOpen: boolean;
}

let current: ToastEntry | undefined;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Replaces the current toast. */
export function showToast(text: ToastText): void {
  lastId += 1;
  set({ ...text, id: lastId, isOpen: true });
}

export function closeToast(id: number): void {
  if (current?.id !== id) return;
  set({ ...current, isOpen: false });
  removal = setTimeout(() => set(undefined), REMOVAL_MS);
}

export function currentToast(): ToastEntry | undefined {
  return current;
}

export function onToastChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(entry: ToastEntry | undefined): void {
  clearTimeout(removal);
  current = entry;
  for (const listener of listeners) listener();
}
