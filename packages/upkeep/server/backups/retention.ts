import { createKeyFilter } from '@vesper/core/lib/files/key-filter.ts';
import type { Storage } from '@vesper/core/storage/storage.ts';
import { POOLS, poolKeyOf, readList } from './copies.ts';
import {
  folderOf,
  isInFuture,
  listBackups,
  MANIFEST,
  type Manifest,
  momentOf,
  readManifest,
  readUndamaged,
} from './manifest.ts';
import { DamagedError } from './parts.ts';
import { newestVerified } from './state.ts';

/** How many days, weeks and months keep their newest backup. */
export interface KeepRule {
  daily: number;
  weekly: number;
  monthly: number;
}

const DAY_MS = 24 * 3600 * 1000;
/** A younger folder without manifest may be a backup in progress. */
const BROKEN_OFF_MS = 2 * DAY_MS;
/** A Monday. */
const WEEKS_FROM = Date.parse('1970-01-05T00:00:00Z');

const PERIODS: Record<keyof KeepRule, (moment: Date) => string> = {
  daily: (moment) => moment.toISOString().slice(0, 10),
  weekly: (moment) => String(Math.floor((moment.getTime() - WEEKS_FROM) / (7 * DAY_MS))),
  monthly: (moment) => moment.toISOString().slice(0, 7),
};

/** Always keeps the newest, and `verified`, the newest good one. Periods are UTC. */
export function backupsToKeep(names: readonly string[], rule: KeepRule, verified?: string): Set<string> {
  const newestFirst = names.toSorted().toReversed();
  const kept = new Set([...newestFirst.slice(0, 1), ...(verified === undefined ? [] : [verified])]);
  for (const [period, of] of Object.entries(PERIODS)) {
    const newestOf = new Map<string, string>();
    for (const name of newestFirst) {
      const one = of(momentOf(name));
      if (!newestOf.has(one)) newestOf.set(one, name);
    }
    for (const name of [...newestOf.values()].slice(0, rule[period as keyof KeepRule])) kept.add(name);
  }
  return kept;
}

/**
 * Removes old backups, interrupted ones and unnamed copies: manifests first, so that none looks finished, copies
 * last. Nobody else may make or remove backups meanwhile; `requireAlone` throws if that is no longer sure.
 */
export async function removeOldBackups(
  storage: Storage,
  rule: KeepRule,
  { now, requireAlone }: { now: Date; requireAlone: () => Promise<void> },
): Promise<{ removed: string[]; files: number }> {
  const all = await listBackups(storage);
  const whole = all.filter(({ isWhole }) => isWhole).map(({ name }) => name);
  // Future ones stay: which clock was wrong is unknown.
  const future = whole.filter((name) => isInFuture(name, now));
  const past = whole.filter((name) => !future.includes(name));
  const kept = new Set([...future, ...(await keptOf(storage, past, rule))]);
  const removed = whole.filter((name) => !kept.has(name));
  // In either direction of time.
  const isOld = (name: string) => Math.abs(now.getTime() - momentOf(name).getTime()) > BROKEN_OFF_MS;
  const unfinished = all.flatMap(({ name, isWhole }) => (isWhole ? [] : [name]));
  const broken = unfinished.filter(isOld);
  for (const name of removed) await storage.remove(`${folderOf(name)}/${MANIFEST}`);
  for (const name of [...removed, ...broken])
    for await (const { key } of storage.list(folderOf(name))) await storage.remove(key);
  await storage.removeLeftovers(new Date(now.getTime() - BROKEN_OFF_MS));
  // Another site that shares the place may be making one.
  const isAlone = unfinished.length === broken.length;
  return { removed, files: isAlone ? await removeUnnamedCopies(storage, [...kept], requireAlone) : 0 };
}

/** Applies the rule also to those with files, so that one without files does not take their place. */
async function keptOf(storage: Storage, whole: readonly string[], rule: KeepRule): Promise<Set<string>> {
  const manifests: Manifest[] = [];
  for (const name of whole) {
    const manifest = await readUndamaged(storage, name);
    if (manifest) manifests.push(manifest);
  }
  // Another key, for example: nobody knows which have files.
  if (manifests.length === 0) return new Set(whole);
  const withFiles = manifests.flatMap(({ name, files }) => (files ? [name] : []));
  const keep = async (names: string[]) => backupsToKeep(names, rule, await newestVerified(storage, names));
  return new Set([...(await keep([...whole])), ...(await keep(withFiles))]);
}

/** A backup begun meanwhile would name these copies. */
const CHECKED_EVERY = 100;

/** Removes copies that no kept backup names. Keeps all if a list is unreadable. Returns how many. */
async function removeUnnamedCopies(
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
