import { readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { AppError } from '../kernel/lib/app-error.ts';
import { systemClock } from '../kernel/lib/clock.ts';
import { createFsStorage } from '../kernel/storage/fs-storage.ts';
import type { Storage } from '../kernel/storage/storage.ts';
import type { BackupParts } from '../upkeep/backups/index.ts';
import type { Config } from './config.ts';
import { LEFT_OUT_OF_BACKUPS } from './features.ts';

const PACKAGE = new URL('../../../../package.json', import.meta.url);

/** What making and verifying backups takes. */
export function backupParts(config: Config, connection: pg.ClientConfig): BackupParts {
  return {
    source: { connection, leftOut: LEFT_OUT_OF_BACKUPS, vesper: versionOfVesper(), clock: systemClock },
    openStorage: (given) => openBackupStorage(config, given),
    scratch: path.join(config.dataDir, 'scratch'),
  };
}

/** Where backups are: the given folder, else that of the settings. Throws bad_request without either. */
export function openBackupStorage({ backup }: Config, given?: string): Storage {
  const directory = given === undefined ? backup.directory : path.resolve(given);
  if (directory !== undefined) return createFsStorage(directory);
  throw new AppError('bad_request', 'Where backups go is not set: set BACKUP_DIR to a folder.');
}

export function versionOfVesper(): string {
  return (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version;
}
