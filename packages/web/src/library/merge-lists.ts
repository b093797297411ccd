import type { Change } from './change.ts';
import { type Entry, keyOf, LIST_NAMES, type ListName, type Lists, momentOf } from './lists.ts';

/** If an entry is in both, the later wins. */
export function mergeChanges(lists: Lists, incoming: Lists): Change[] {
  return LIST_NAMES.flatMap((list) => {
    const put = laterEntries(lists[list], incoming[list]);
    return put.length > 0 ? [{ list, put, remove: [] }] : [];
  });
}

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

/** Imported entries have neither picture nor tags: the existing ones are kept. */
function pictureOf(entry: Entry): object {
  if ('tag' in entry) return {};
  const { title, duration, thumbnailUrl, tags, checkedAt } = entry;
  return { title, duration, thumbnailUrl, tags, checkedAt };
}
