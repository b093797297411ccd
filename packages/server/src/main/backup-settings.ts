import path from 'node:path';
import { StartError } from '../kernel/lib/start-error.ts';
import type { KeepRule } from '../upkeep/backups/index.ts';
import { type Env, wholeNumber } from './read-setting.ts';

export interface BackupSettings {
  /** The folder that backups go to, if there is one. */
  directory: string | undefined;
  /** When one is made every day: "04:10". */
  time: string;
  /** After how many days one is verified again. */
  verifyDays: number;
  keep: KeepRule;
}

const KEEP = /^(\d{1,4}) daily, (\d{1,4}) weekly, (\d{1,4}) monthly$/;

/** BACKUP_*. */
export function readBackupSettings(env: Env): BackupSettings {
  const directory = env.BACKUP_DIR || undefined;
  if (directory !== undefined && !path.isAbsolute(directory))
    throw new StartError(`BACKUP_DIR is "${directory}": it must be an absolute path.`);
  const time = env.BACKUP_TIME || '04:10';
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
    throw new StartError(`BACKUP_TIME is "${time}": it must be a time from 00:00 to 23:59.`);
  return {
    ...{ directory, time, keep: readKeep(env.BACKUP_KEEP || '7 daily, 4 weekly, 12 monthly') },
    verifyDays: wholeNumber(env, 'BACKUP_VERIFY_DAYS', 7, [0, 365]),
  };
}

function readKeep(given: string): KeepRule {
  const [, daily, weekly, monthly] = KEEP.exec(given.trim()) ?? [];
  if (daily === undefined)
    throw new StartError(`BACKUP_KEEP is "${given}": it must be like "7 daily, 4 weekly, 12 monthly".`);
  return { daily: Number(daily), weekly: Number(weekly), monthly: Number(monthly) };
}
