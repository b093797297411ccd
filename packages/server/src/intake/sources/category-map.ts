/** A source's category names, in lower case, mapped to ours; "*" stands for every other name. */
export type CategoryMap = Readonly<Record<string, string>>;

const ANY_OTHER = '*';

/** Our category for a source's name; unmapped names are used unchanged. */
export function mapCategory(map: CategoryMap, name: string): string {
  const key = name.trim().toLowerCase();
  const ours = entry(map, key) ?? entry(map, ANY_OTHER);
  return ours ?? name;
}

/** The map is external JSON: only its own text properties count. */
function entry(map: CategoryMap, key: string): string | undefined {
  const value: unknown = Object.hasOwn(map, key) ? map[key] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
