import type { Db } from '@vesper/core/db/pool.ts';
import { errorMessage } from '@vesper/core/lib/app-error.ts';
import type { Place, Storage, Storages, StoredFile } from '@vesper/core/storage/storage.ts';
import { inBatches, isOldEnough, VIDEOS_PREFIX } from './cleaning.ts';
import { type LyingFile, nameOf, selectNamedFiles } from './loose-queries.ts';
import { selectKeysToMove } from './move-queries.ts';
import { isInUse, selectKeysInRows } from './quarantine-queries.ts';

interface Count {
  files: number;
  bytes: number;
}

interface PlaceCheck {
  place: Place;
  /** Video files in the place, without quarantine. */
  lying: Count;
  quarantine: Count;
  /** In place or quarantine: named by no row, and old enough to be removed. */
  orphans: Count;
  missing: number;
  missingKeys: string[];
  fault: string | undefined;
}

const PAGE = 500;
const FILES_AT_ONCE = 16;
const KEYS_NAMED = 20;

interface CheckOptions {
  db: Db;
  storages: Storages;
  now: Date;
  signal: AbortSignal;
}

/** Compares the files in each place with the rows, both ways, page by page. Changes nothing. */
export async function checkStorage(options: CheckOptions): Promise<PlaceCheck[]> {
  const checks: PlaceCheck[] = [];
  for (const storage of options.storages.all) checks.push(await checkPlace(storage, options));
  return checks;
}

async function checkPlace(storage: Storage, options: CheckOptions): Promise<PlaceCheck> {
  const check: PlaceCheck = {
    place: storage.place,
    lying: { files: 0, bytes: 0 },
    quarantine: { files: 0, bytes: 0 },
    orphans: { files: 0, bytes: 0 },
    missing: 0,
    missingKeys: [],
    fault: undefined,
  };
  try {
    await countFiles(storage, options, check);
    await countQuarantine(storage, options, check);
    await countMissing(storage, options, check);
  } catch (error) {
    options.signal.throwIfAborted();
    check.fault = errorMessage(error);
  }
  return check;
}

async function countFiles(storage: Storage, options: CheckOptions, check: PlaceCheck): Promise<void> {
  const { place } = storage;
  for await (const files of inBatches(storage.list(VIDEOS_PREFIX), options.signal)) {
    add(check.lying, files);
    const old = files.filter((file) => isOldEnough(file, place, options.now));
    const lying = old.map((file) => ({ ...file, place }));
    const named = await selectNamedFiles(options.db, lying);
    add(
      check.orphans,
      lying.filter((file) => !named.has(nameOf(file))),
    );
  }
}

async function countQuarantine(storage: Storage, options: CheckOptions, check: PlaceCheck): Promise<void> {
  const { place } = storage;
  for await (const files of inBatches(storage.listQuarantine(), options.signal)) {
    add(check.quarantine, files);
    const old = files.filter((file) => isOldEnough(file, place, options.now));
    const known = await selectKeysInRows(
      options.db,
      place,
      old.map(({ key }) => key),
    );
    add(
      check.orphans,
      old.filter(({ key }) => !known.has(key)),
    );
  }
}

function add(count: Count, files: readonly StoredFile[]): void {
  count.files += files.length;
  for (const { sizeBytes } of files) count.bytes += sizeBytes;
}

async function countMissing(storage: Storage, options: CheckOptions, check: PlaceCheck): Promise<void> {
  const { db, signal } = options;
  let afterKey = '';
  for (;;) {
    signal.throwIfAborted();
    const keys = await selectKeysToMove(db, storage.place, { afterKey, limit: PAGE });
    if (keys.length === 0) return;
    afterKey = keys.at(-1) ?? '';
    const left = keys.values();
    const look = async () => {
      for (const key of left) if (await isMissing(storage, db, key)) noteMissing(check, key);
    };
    await Promise.all(Array.from({ length: FILES_AT_ONCE }, look));
  }
}

/** Rechecked: the file may just have been moved or replaced. */
async function isMissing(storage: Storage, db: Db, key: string): Promise<boolean> {
  if (await storage.head(key)) return false;
  const file: LyingFile = { place: storage.place, key };
  return (await isInUse(db, file)) && !(await storage.head(key));
}

function noteMissing(check: PlaceCheck, key: string): void {
  check.missing += 1;
  if (check.missingKeys.length < KEYS_NAMED) check.missingKeys.push(key);
}
