import type { HistoryEntry, Lists } from './lists.ts';

const CONTINUE_COUNT = 6;

/** From 0 to 1; undefined if not watched or of unknown length. */
export function progressOf(entry: HistoryEntry | undefined): number | undefined {
  if (!entry || entry.duration <= 0) return undefined;
  return Math.min(1, Math.max(0, entry.position / entry.duration));
}

/** Last watched first. */
export function toContinue({ history }: Lists): HistoryEntry[] {
  return [...history.values()]
    .filter((entry) => !entry.isGone && isWorthResuming(entry))
    .toSorted((a, b) => b.watchedAt - a.watchedAt)
    .slice(0, CONTINUE_COUNT);
}

/** Past the first 5 seconds and 3 percent, and before the last 5 percent. */
export function isWorthResuming({
  position,
  duration,
}: Pick<HistoryEntry, 'position' | 'duration'>): boolean {
  return position >= Math.max(5, duration * 0.03) && position <= duration * 0.95;
}
