import path from 'node:path';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { createHeld } from '@vesper/core/lib/held.ts';
import { createFsStorage } from '@vesper/core/storage/fs-storage.ts';
import type { S3Settings } from '@vesper/core/storage/s3-bucket.ts';
import { createSealedStorage } from '@vesper/core/storage/sealed-storage.ts';
import type { Storage } from '@vesper/core/storage/storage.ts';
import { type BackupState, readBackupState } from '@vesper/upkeep/backups';
import type { Config } from '../settings/config.ts';
import { closeFolder } from '../settings/folders.ts';

/** One may fail. */
const MOST_DAYS_OLD = 2;
const DAY_MS = 24 * 3600 * 1000;

/** The given folder, else the settings' folder or bucket. Throws bad_request without any. */
export async function openBackupStorage({ backup }: Config, given?: string): Promise<Storage> {
  const directory = given === undefined ? backup.directory : path.resolve(given);
  const storage = directory === undefined ? await openBucket(backup.bucket) : await openFolder(directory);
  return backup.key ? createSealedStorage(storage, backup.key) : storage;
}

async function openFolder(directory: string): Promise<Storage> {
  // Backups reveal everything about a site; the folder itself may hold other things.
  for (const name of ['backups', 'files', 'other-files']) await closeFolder(path.join(directory, name));
  return createFsStorage(directory, { isPrivate: true });
}

async function openBucket(settings: S3Settings | undefined): Promise<Storage> {
  if (!settings)
    throw new AppError(
      'bad_request',
      'Backups are not set up: set BACKUP_DIR to a folder, or BACKUP_S3_BUCKET.',
    );
  // 34 MB of memory that a site without a bucket saves.
  const { createS3Storage } = await import('@vesper/core/storage/s3-storage.ts');
  return createS3Storage(settings);
}

/** Then they are made daily. */
export function hasBackups({ backup: { directory, bucket } }: Config): boolean {
  return directory !== undefined || bucket !== undefined;
}

/** Undefined without backups. Their place is opened once. */
export function watchBackups(config: Config, clock: Clock): () => Promise<BackupState | undefined> {
  // A failed opening is retried.
  const storage = createHeld(() => openBackupStorage(config), Number.POSITIVE_INFINITY);
  return async () => (hasBackups(config) ? readBackupState(await storage.get(), clock.now()) : undefined);
}

/** Warn after this many days without a verified backup. */
export function verifiedLimitDays({ backup: { verifyDays } }: Pick<Config, 'backup'>): number {
  return verifyDays + MOST_DAYS_OLD;
}

/** `ok`: daily, verified as set, and lacking only files known to be lost. `knownLost` is for backups without a count. */
export function judgeBackups(
  { newestAt, verifiedAt, lost, knownLost: knownThen, faults }: BackupState,
  config: Pick<Config, 'backup'>,
  { now, knownLost }: { now: Date; knownLost: number },
): 'ok' | 'none' | 'old' | 'faulty' | 'incomplete' | 'unverified' {
  const days = (moment: Date) => (now.getTime() - moment.getTime()) / DAY_MS;
  if (!newestAt) return 'none';
  if (days(newestAt) > MOST_DAYS_OLD) return 'old';
  if (faults.length > 0) return 'faulty';
  // Files back since then are no longer known to be lost.
  if (lost > (knownThen ?? knownLost)) return 'incomplete';
  return verifiedAt && days(verifiedAt) <= verifiedLimitDays(config) ? 'ok' : 'unverified';
}
