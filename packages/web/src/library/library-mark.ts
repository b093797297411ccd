import type { Lists } from './lists.ts';
import { toContinue } from './progress.ts';

/** Local storage entry that summarises a visitor's library. */
export const LIBRARY_KEY = 'library';

/**
 * A few words in local storage that say whether there is a library, and what the first paint must know: `kept`,
 * `continue` (a row of videos to continue), `hides` (hidden tags). Empty for most visitors, for whom the database is
 * then never opened. The page's first script copies them to `<html data-library>`.
 */
export function readMark(): string {
  try {
    return localStorage.getItem(LIBRARY_KEY) ?? '';
  } catch {
    return '';
  }
}

export function writeMark(lists: Lists): void {
  const mark = markOf(lists);
  document.documentElement.dataset.library = mark;
  if (mark === readMark()) return;
  try {
    if (mark) localStorage.setItem(LIBRARY_KEY, mark);
    else localStorage.removeItem(LIBRARY_KEY);
  } catch {
    // The library is then found again only once something is added.
  }
}

function markOf(lists: Lists): string {
  const words = [];
  if (Object.values(lists).some(({ size }) => size > 0)) words.push('kept');
  if (toContinue(lists).length > 0) words.push('continue');
  if (lists.hiddenTags.size > 0) words.push('hides');
  return words.join(' ');
}
