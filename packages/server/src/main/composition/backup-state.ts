import path from 'node:path';
import { AppError } from '../../kernel/lib/app-error.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import { createHeld } from '../../kernel/lib/held.ts';
import { createFsStorage } from '../../kernel/storage/fs-storage.ts';
import type { S3Settings } from '../../kernel/storage/s3-bucket.ts';
import { createSealedStorage } from '../../kernel/storage/sealed-storage.ts';
import type { Storage } from '../../kernel/storage/storage.ts';
import { type BackupState, readBackupState } from '../../upkeep/backups/index.ts';
import type { Config } from '../settings/config.ts';
import { closeFolder } from '../settings/folders.ts';

/** One may have failed. */
const MOST_DAYS_OLD = 2;
const DAY_MS = 24 * 3600 * 1000;

/** Where backups are: the given folder, else that of the settings, or their bucket. Throws bad_request without any. */
export async function openBackupStorage({ backup }: Config, given?: string): Promise<Storage> {
  const directory = given === undefined ? backup.directory : path.resolve(given);
  const storage = directory === undefined ? await openBucket(backup.bucket) : await openFolder(directory);
  return backup.key ? createSealedStorage(storage, backup.key) : storage;
}

async function openFolder(directory: string): Promise<Storage> {
  // What is inside tells everything of a site. The folder itself may have others in it.
  for (const name of ['backups', 'files', 'other-files']) await closeFolder(path.join(directory, name));
  return createFsStorage(directory, { isPrivate: true });
}

async function openBucket(settings: S3Settings | undefined): Promise<Storage> {
  if (!settings)
    throw new AppError(
      'bad_request',
      'Where backups go is not set: set BACKUP_DIR to a folder, or BACKUP_S3_BUCKET.',
    );
  // 34 MB of memory that a site without a bucket need not spend.
  const { createS3Storage } = await import('../../kernel/storage/s3-storage.ts');
  return createS3Storage(settings);
}

/** Whether there is a place for backups, so that they are made every day. */
export function hasBackups({ backup: { directory, bucket } }: Config): boolean {
  return directory !== undefined || bucket !== undefined;
}

/** Tells how the backups are; undefined where none are set up. Their place is opened once. */
export function watchBackups(config: Config, clock: Clock): () => Promise<BackupState | undefined> {
  // One whose folder could not be opened is opened again.
  const storage = createHeld(() => openBackupStorage(config), Number.POSITIVE_INFINITY);
  return async () => (hasBackups(config) ? readBackupState(await storage.get(), clock.now()) : undefined);
}

/** After how many days without a verified one that is told. */
export function verifiedLimitDays({ backup: { verifyDays } }: Pick<Config, 'backup'>): number {
  return verifyDays + MOST_DAYS_OLD;
}

/**
 * The state in one word: backups are made every day, verified as the settings say, and lack no file but those that were
 * known to be lost. `knownLost` are those of now, for a backup that does not say it.
 */
export function judgeBackups(
  { newestAt, verifiedAt, lost, knownLost: knownThen, faults }: BackupState,
  config: Pick<Config, 'backup'>,
  { now, knownLost }: { now: Date; knownLost: number },
): 'ok' | 'none' | 'old' | 'faulty' | 'incomplete' | 'unverified' {
  const days = (moment: Date) => (now.getTime() - moment.getTime()) / DAY_MS;
  if (!newestAt) return 'none';
  if (days(newestAt) > MOST_DAYS_OLD) return 'old';
  if (faults.length > 0) return 'faulty';
  // Once they are back, fewer are known to be lost than there were then.
  if (lost > (knownThen ?? knownLost)) return 'incomplete';
  return verifiedAt && days(verifiedAt) <= verifiedLimitDays(config) ? 'ok' : 'unverified';
}
