/** Source names in lower case, mapped to ours; "*" stands for all others. */
export type CategoryMap = Readonly<Record<string, string>>;

const ANY_OTHER = '*';

/** Unmapped names are kept. */
export function mapCategory(map: CategoryMap, name: string): string {
  const key = name.trim().toLowerCase();
  const ours = entry(map, key) ?? entry(map, ANY_OTHER);
  return ours ?? name;
}

/** External JSON: only own text properties count. */
function entry(map: CategoryMap, key: string): string | undefined {
  const value: unknown = Object.hasOwn(map, key) ? map[key] : undefined;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
