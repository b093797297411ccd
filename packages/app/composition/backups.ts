import path from 'node:path';
import { dailyCron } from '@vesper/core/jobs/define.ts';
import { systemClock } from '@vesper/core/lib/clock.ts';
import { versionOfVesper } from '@vesper/core/lib/vesper-version.ts';
import type { BackupParts, KeptSettings } from '@vesper/upkeep/backups';
import { countLost } from '@vesper/upkeep/health';
import type pg from 'pg';
import { LEFT_OUT_OF_BACKUPS, SEALED_TABLES } from '../features.ts';
import type { Config } from '../settings/config.ts';
import { OPEN_SETTINGS } from '../settings/list-settings.ts';
import { markOfKey, obtainSigningKey } from '../settings/secrets.ts';
import { hasBackups, openBackupStorage } from './backup-state.ts';
import type { Base } from './compose.ts';

export function backupParts(
  { config, db, log, storages }: Pick<Base, 'config' | 'db' | 'log' | 'storages'>,
  connection: pg.ClientConfig,
): BackupParts {
  const { backup } = config;
  return {
    source: {
      ...{ connection, log, storages, leftOut: LEFT_OUT_OF_BACKUPS },
      sealed: SEALED_TABLES.map(({ name }) => name),
      ...{ vesper: versionOfVesper(), clock: systemClock },
      settings: () => keptSettings(config),
      countKnownLost: () => countLost(db),
    },
    openStorage: (given) => openBackupStorage(config, given),
    rules: {
      isScheduled: hasBackups(config),
      verifyDays: backup.verifyDays,
      keep: backup.keep,
      cron: dailyCron(backup.time),
    },
    scratch: path.join(config.dataDir, 'scratch'),
  };
}

/** Secrets of the environment stay there; a key in DATA_DIR has no other place. */
function keptSettings(config: Config): KeptSettings {
  const key = obtainSigningKey(config);
  return {
    signingKey: config.signingKey === undefined ? key.toString('utf8') : undefined,
    signingKeyMark: markOfKey(key),
    given: Object.fromEntries([...config.given].filter(([name]) => OPEN_SETTINGS.has(name))),
  };
}
