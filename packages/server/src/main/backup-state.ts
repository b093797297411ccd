import path from 'node:path';
import { AppError } from '../kernel/lib/app-error.ts';
import { createFsStorage } from '../kernel/storage/fs-storage.ts';
import type { Storage } from '../kernel/storage/storage.ts';
import { type BackupState, readBackupState } from '../upkeep/backups/index.ts';
import type { Config } from './config.ts';
import { closeFolder } from './folders.ts';

/** One may have failed. */
const MOST_DAYS_OLD = 2;
const DAY_MS = 24 * 3600 * 1000;

/** Where backups are: the given folder, else that of the settings. Throws bad_request without either. */
export function openBackupStorage({ backup }: Config, given?: string): Storage {
  const directory = given === undefined ? backup.directory : path.resolve(given);
  if (directory !== undefined) {
    // What is inside tells everything of a site. The folder itself may have others in it.
    for (const name of ['backups', 'files', 'other-files']) closeFolder(path.join(directory, name));
    return createFsStorage(directory, { isPrivate: true });
  }
  throw new AppError('bad_request', 'Where backups go is not set: set BACKUP_DIR to a folder.');
}

/** How the backups are; undefined where none are set up. */
export async function backupState(config: Config): Promise<BackupState | undefined> {
  if (config.backup.directory === undefined) return undefined;
  const storage = openBackupStorage(config);
  return readBackupState(storage).finally(() => storage.close());
}

/** The state in one word: backups are made every day, and verified as the settings say. */
export function judgeBackups(
  { newestAt, verifiedAt, faults }: BackupState,
  { backup: { verifyDays } }: Config,
  now: Date,
): 'ok' | 'none' | 'old' | 'faulty' | 'unverified' {
  const days = (moment: Date) => (now.getTime() - moment.getTime()) / DAY_MS;
  if (!newestAt) return 'none';
  if (days(newestAt) > MOST_DAYS_OLD) return 'old';
  if (faults.length > 0) return 'faulty';
  return verifiedAt && days(verifiedAt) <= verifyDays + MOST_DAYS_OLD ? 'ok' : 'unverified';
}
