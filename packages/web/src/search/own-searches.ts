/** Local storage entry with what this browser searched last, the latest first. It is never sent. */
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
  try {
    if (texts.length > 0) localStorage.setItem(KEY, JSON.stringify(texts.slice(0, MOST)));
    else localStorage.removeItem(KEY);
  } catch {
    // Then nothing is kept.
  }
}
