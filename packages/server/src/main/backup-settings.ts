import path from 'node:path';
import { StartError } from '../kernel/lib/start-error.ts';
import type { Env } from './read-setting.ts';

export interface BackupSettings {
  /** The folder that backups go to, if there is one. */
  directory: string | undefined;
}

/** BACKUP_*. */
export function readBackupSettings(env: Env): BackupSettings {
  return { directory: readFolder('BACKUP_DIR', env.BACKUP_DIR) };
}

export function readFolder(name: string, given: string | undefined): string | undefined {
  if (!given || path.isAbsolute(given)) return given || undefined;
  throw new StartError(`${name} is "${given}": it must be an absolute path.`);
}
