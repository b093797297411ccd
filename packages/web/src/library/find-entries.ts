import { type Entry, momentOf } from './lists.ts';

export type EntryOrder = 'newest' | 'oldest';

/** Entries with every word of the search in their title or tag. */
export function findEntries<Found extends Entry>(
  entries: ReadonlyMap<string, Found>,
  search: string,
  order: EntryOrder,
): Found[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  const sign = order === 'newest' ? -1 : 1;
  return [...entries.values()]
    .filter((entry) => {
      const text = fold('tag' in entry ? entry.tag : entry.title);
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => sign * (momentOf(a) - momentOf(b)));
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
