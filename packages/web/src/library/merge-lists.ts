import type { Change } from './change.ts';
import { type Entry, keyOf, LIST_NAMES, type ListName, type Lists, momentOf } from './lists.ts';

/** What has to change in a library so that it holds another one too; of two entries the later one counts. */
export function mergeChanges(lists: Lists, incoming: Lists): Change[] {
  return LIST_NAMES.flatMap((list) => {
    const put = laterEntries(lists[list], incoming[list]);
    return put.length > 0 ? [{ list, put, remove: [] }] : [];
  });
}

/** How many entries of each list would be new. */
export function countNew(lists: Lists, incoming: Lists): Record<ListName, number> {
  const counts = LIST_NAMES.map((list) => [
    list,
    [...incoming[list].keys()].filter((key) => !lists[list].has(key)).length,
  ]);
  return Object.fromEntries(counts);
}

function laterEntries(current: ReadonlyMap<string, Entry>, incoming: ReadonlyMap<string, Entry>): Entry[] {
  return [...incoming.values()].flatMap((entry) => {
    const known = current.get(keyOf(entry));
    if (!known) return [entry];
    return momentOf(entry) > momentOf(known) ? [{ ...entry, ...pictureOf(known) }] : [];
  });
}

/** What comes from a file has no picture; the one that is known stays. */
function pictureOf(entry: Entry): object {
  if ('tag' in entry) return {};
  const { title, duration, thumbnailUrl, checkedAt } = entry;
  return { title, duration, thumbnailUrl, checkedAt };
}
