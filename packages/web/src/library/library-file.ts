import type { Entry, Lists } from './lists.ts';

/** Identifies the file among other JSON files. */
export const FILE_FORMAT = 'video-library';
export const FILE_VERSION = 1;

/** The lists as a readable JSON file. Times are ISO 8601; picture addresses, which expire, are left out. */
export function libraryFile(lists: Lists, now: Date): string {
  const file = {
    format: FILE_FORMAT,
    version: FILE_VERSION,
    exportedAt: now.toISOString(),
    history: [...lists.history.values()].map((entry) => ({
      ...videoFacts(entry),
      position: entry.position,
      watchedAt: iso(entry.watchedAt),
    })),
    favourites: [...lists.favourites.values()].map(savedFacts),
    watchLater: [...lists.watchLater.values()].map(savedFacts),
    hiddenTags: [...lists.hiddenTags.values()].map(({ tag, addedAt }) => ({ tag, addedAt: iso(addedAt) })),
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

function savedFacts(entry: Entry<'favourites'>) {
  return { ...videoFacts(entry), addedAt: iso(entry.addedAt) };
}

function videoFacts({ videoId, title, duration }: Entry<'favourites'> | Entry<'history'>) {
  return { videoId, title, duration };
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}
