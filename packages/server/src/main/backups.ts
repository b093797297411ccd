import { readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { AppError } from '../kernel/lib/app-error.ts';
import { systemClock } from '../kernel/lib/clock.ts';
import { createFsStorage } from '../kernel/storage/fs-storage.ts';
import type { Storage } from '../kernel/storage/storage.ts';
import type { BackupParts, KeptSettings } from '../upkeep/backups/index.ts';
import type { Base } from './compose.ts';
import type { Config } from './config.ts';
import { LEFT_OUT_OF_BACKUPS } from './features.ts';
import { listSettings } from './list-settings.ts';
import { obtainSigningKey } from './secrets.ts';

const PACKAGE = new URL('../../../../package.json', import.meta.url);

/** What making and verifying backups takes. */
export function backupParts(
  { config, storages }: Pick<Base, 'config' | 'storages'>,
  connection: pg.ClientConfig,
): BackupParts {
  return {
    source: {
      ...{
        connection,
        leftOut: LEFT_OUT_OF_BACKUPS,
        vesper: versionOfVesper(),
        clock: systemClock,
        storages,
      },
      settings: keptSettings(config),
    },
    openStorage: (given) => openBackupStorage(config, given),
    scratch: path.join(config.dataDir, 'scratch'),
  };
}

/** Secrets of the environment stay with it; the key that lies in DATA_DIR has no other place. */
function keptSettings(config: Config): KeptSettings {
  const open = new Set(listSettings(config).flatMap(({ name, isSecret }) => (isSecret ? [] : [name])));
  return {
    signingKey: config.signingKey === undefined ? obtainSigningKey(config).toString('utf8') : undefined,
    given: Object.fromEntries([...config.given].filter(([name]) => open.has(name))),
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
