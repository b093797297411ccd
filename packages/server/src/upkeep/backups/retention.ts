import type { Storage } from '../../kernel/storage/storage.ts';
import { removeCopiesOnlyOf } from './files.ts';
import { folderOf, listBackups, MANIFEST, type Manifest, momentOf, readManifest } from './manifest.ts';

/** Of how many latest days, weeks and months the newest backup is kept. */
export interface KeepRule {
  daily: number;
  weekly: number;
  monthly: number;
}

const DAY_MS = 24 * 3600 * 1000;
/** A folder without a manifest may be a backup that is being made; one this old was broken off. */
const BROKEN_OFF_MS = 2 * DAY_MS;
/** A Monday. */
const WEEKS_FROM = Date.parse('1970-01-05T00:00:00Z');

const PERIODS: Record<keyof KeepRule, (moment: Date) => string> = {
  daily: (moment) => moment.toISOString().slice(0, 10),
  weekly: (moment) => String(Math.floor((moment.getTime() - WEEKS_FROM) / (7 * DAY_MS))),
  monthly: (moment) => moment.toISOString().slice(0, 7),
};

/** Those of the whole backups that the rule does not keep; never the newest. Days, weeks and months are UTC's. */
export function backupsToRemove(names: readonly string[], rule: KeepRule): string[] {
  const newestFirst = names.toSorted().toReversed();
  const kept = new Set(newestFirst.slice(0, 1));
  for (const [period, of] of Object.entries(PERIODS)) {
    const newestOf = new Map<string, string>();
    for (const name of newestFirst) {
      const one = of(momentOf(name));
      if (!newestOf.has(one)) newestOf.set(one, name);
    }
    for (const name of [...newestOf.values()].slice(0, rule[period as keyof KeepRule])) kept.add(name);
  }
  return newestFirst.filter((name) => !kept.has(name)).toReversed();
}

/**
 * Removes backups that the rule does not keep, what was broken off long ago, and files that no other backup names. The
 * manifest goes first, so that none is taken for whole meanwhile. Nobody else may make or remove backups meanwhile.
 */
export async function removeOldBackups(
  storage: Storage,
  rule: KeepRule,
  now: Date,
): Promise<{ removed: string[]; files: number }> {
  const all = await listBackups(storage);
  const whole = all.filter(({ isWhole }) => isWhole).map(({ name }) => name);
  const removed = backupsToRemove(whole, rule);
  const broken = all.filter(
    ({ name, isWhole }) => !isWhole && now.getTime() - momentOf(name).getTime() > BROKEN_OFF_MS,
  );
  let files = 0;
  for (const name of removed) {
    const others = whole.filter((one) => one !== name && !(removed.includes(one) && one < name));
    files += await removeCopies(storage, name, others);
    await storage.remove(`${folderOf(name)}/${MANIFEST}`);
  }
  for (const name of [...removed, ...broken.map((one) => one.name)])
    for await (const { key } of storage.list(folderOf(name))) await storage.remove(key);
  return { removed, files };
}

/** Without a list that can be read, of this one or another, all copies stay. */
async function removeCopies(storage: Storage, name: string, others: readonly string[]): Promise<number> {
  const manifests: Manifest[] = [];
  for (const one of [name, ...others]) {
    const manifest = await readManifest(storage, one).catch(() => undefined);
    if (!manifest) return 0;
    if (manifest.files || one === name) manifests.push(manifest);
  }
  const [own, ...rest] = manifests;
  return own ? removeCopiesOnlyOf(storage, own, rest) : 0;
}
