/** A source's names for categories, in lower case, to ours; "*" stands for every other name. */
export type CategoryMap = Readonly<Record<string, string>>;

const ANY_OTHER = '*';

/** Our category for what a source calls one: a name that the map says nothing of is used as it is. */
export function mapCategory(map: CategoryMap, name: string): string {
  const key = name.trim().toLowerCase();
  const ours = entry(map, key) ?? entry(map, ANY_OTHER);
  return ours ?? name;
}

/** The map was written as JSON: nothing but text of its own is believed. */
function entry(map: CategoryMap, key: string): string | undefined {
  const value: unknown = Object.hasOwn(map, key) ? map[key] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
