const WORDS = 5;

/** Every five words that follow one another in a text. */
export function shinglesOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.map((_, index) => words.slice(index, index + WORDS).join(' ')));
}

/** The part of all shingles of both texts that both have, 0 to 1. */
export function likeness(one: Set<string>, other: Set<string>): number {
  const shared = [...one].filter((shingle) => other.has(shingle)).length;
  return shared / Math.max(1, one.size + other.size - shared);
}
