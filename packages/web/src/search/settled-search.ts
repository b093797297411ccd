import type { Client } from '@vesper/contract';
import { isPrivateSession } from '../library/private-session.ts';
import { addOwnSearch, isSame, readOwnSearches, removeOwnSearch } from './own-searches.ts';

/** Longer ones are of no use to look for again. */
const LONGEST = 100;

/** Keeps a search in this browser, and has it counted. Neither in a private session. */
export function keepSearch(client: Client, typed: string): void {
  const text = typed.trim();
  if (text === '' || text.length > LONGEST || isPrivateSession()) return;
  addOwnSearch(text);
  client.searches.asked({ text }).catch(() => {});
}

/** Is not offered as the visitor's own: it may have been kept before it was refused. */
export function forgetSearch(typed: string): void {
  for (const text of readOwnSearches()) if (isSame(text, typed)) removeOwnSearch(text);
}
