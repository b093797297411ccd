import type { Lists } from './lists.ts';
import { toContinue } from './progress.ts';

/** Local storage entry that says what a visitor's library holds. */
export const LIBRARY_KEY = 'library';

/**
 * A few words in local storage that say whether there is a library at all and what of it the first paint has to
 * know: `kept`, `continue` (a row of videos to continue), `hides` (hidden tags). Empty for most visitors, for
 * whom the database is then never opened. The first script of the page copies them to `<html data-library>`.
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
    // Then the library is found again only when something is added to it.
  }
}

function markOf(lists: Lists): string {
  const words = [];
  if (Object.values(lists).some(({ size }) => size > 0)) words.push('kept');
  if (toContinue(lists).length > 0) words.push('continue');
  if (lists.hiddenTags.size > 0) words.push('hides');
  return words.join(' ');
}
