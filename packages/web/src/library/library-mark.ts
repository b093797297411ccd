import { readStored, writeStored } from '../ui/storage.ts';
import type { Lists } from './lists.ts';
import { toContinue } from './progress.ts';

export const LIBRARY_KEY = 'library';

/** What the first paint must know (first-paint.ts). Empty for most visitors: their database is never opened. */
export function readMark(): string {
  return readStored('localStorage', LIBRARY_KEY) ?? '';
}

export function writeMark(lists: Lists): void {
  const mark = markOf(lists);
  document.documentElement.dataset.library = mark;
  if (mark !== readMark()) writeStored('localStorage', LIBRARY_KEY, mark || null);
}

function markOf(lists: Lists): string {
  const words = [];
  if (Object.values(lists).some(({ size }) => size > 0)) words.push('kept');
  if (toContinue(lists).length > 0) words.push('continue');
  if (lists.hiddenTags.size > 0) words.push('hides');
  return words.join(' ');
}
