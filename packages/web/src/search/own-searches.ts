import type { Client } from '@vesper/contract';
import { isPrivateSession } from '../library/private-session.ts';
import { writeStored } from '../ui/storage.ts';

/** This browser's searches, the latest first. Never sent. */
const KEY = 'searches';
const MOST = 20;

export function readOwnSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function addOwnSearch(text: string): void {
  writeOwnSearches([text, ...readOwnSearches().filter((one) => !isSame(one, text))]);
}

export function removeOwnSearch(text: string): void {
  writeOwnSearches(readOwnSearches().filter((one) => one !== text));
}

export function removeOwnSearches(): void {
  writeOwnSearches([]);
}

export function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function writeOwnSearches(texts: readonly string[]): void {
  writeStored('localStorage', KEY, texts.length > 0 ? JSON.stringify(texts.slice(0, MOST)) : null);
}

/** A longer search is unlikely to be repeated. */
const LONGEST = 100;

/** Keeps and counts a search, except in a private session. */
export function keepSearch(client: Client, typed: string): void {
  const text = typed.trim();
  if (text === '' || text.length > LONGEST || isPrivateSession()) return;
  addOwnSearch(text);
  client.searches.asked({ text }).catch(() => {});
}

/** It may have been kept before it was rejected. */
export function forgetSearch(typed: string): void {
  for (const text of readOwnSearches()) if (isSame(text, typed)) removeOwnSearch(text);
}
