import type { HistoryEntry, Lists } from './lists.ts';

/** A video is to be continued between these parts of its length. */
const BEGUN = 0.05;
const NEARLY_DONE = 0.95;

/** Videos in the 'Continue watching' row. */
const CONTINUE_COUNT = 6;

/** How much of a video was watched, from 0 to 1; undefined where it was not, or its length is unknown. */
export function progressOf(entry: HistoryEntry | undefined): number | undefined {
  if (!entry || entry.duration <= 0) return undefined;
  return Math.min(1, Math.max(0, entry.position / entry.duration));
}

/** Videos that were begun and not finished, the last watched first. */
export function toContinue({ history }: Lists): HistoryEntry[] {
  return [...history.values()]
    .filter((entry) => !entry.isGone && isUnfinished(progressOf(entry)))
    .toSorted((a, b) => b.watchedAt - a.watchedAt)
    .slice(0, CONTINUE_COUNT);
}

function isUnfinished(progress: number | undefined): boolean {
  return progress !== undefined && progress >= BEGUN && progress <= NEARLY_DONE;
}
