import { createKeyFilter } from '../../kernel/lib/files/key-filter.ts';
import type { Storage } from '../../kernel/storage/storage.ts';
import { POOLS, poolKeyOf, readList } from './file-lists.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { DamagedError } from './parts.ts';

/** A backup that began meanwhile would name copies which are about to be removed. */
const CHECKED_EVERY = 100;

/**
 * Removes the copies that none of the backups names: of removed ones, and of those that were broken off. Without a list
 * that can be read all copies stay. Returns how many were removed.
 */
export async function removeUnnamedCopies(
  storage: Storage,
  names: readonly string[],
  requireAlone: () => Promise<void>,
): Promise<number> {
  let isNamed: (key: string) => boolean;
  try {
    isNamed = await copiesNamedBy(storage, names);
  } catch (error) {
    if (error instanceof DamagedError) return 0;
    throw error;
  }
  let removed = 0;
  for (const pool of POOLS)
    for await (const { key } of storage.list(pool)) {
      if (isNamed(key)) continue;
      if (removed % CHECKED_EVERY === 0) await requireAlone();
      await storage.remove(key);
      removed += 1;
    }
  return removed;
}

async function copiesNamedBy(storage: Storage, names: readonly string[]): Promise<(key: string) => boolean> {
  const manifests: Manifest[] = [];
  for (const name of names) manifests.push(await readManifest(storage, name));
  const named = createKeyFilter(manifests.reduce((sum, { files }) => sum + (files?.files ?? 0), 0));
  for (const { name, files } of manifests)
    if (files)
      for await (const file of readList(storage, name, files.list)) named.add(poolKeyOf(file, file.copy));
  return named.has;
}
