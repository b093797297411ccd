import { requireLock } from '@vesper/core/db/locks.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { StartError } from '@vesper/core/lib/start-error.ts';
import type { Storage } from '@vesper/core/storage/storage.ts';
import { alone } from './alone.ts';
import type { BackupParts } from './commands.ts';
import { makeBackup } from './make-backup.ts';
import { findWithFiles, listWhole, momentOf, readUndamaged } from './manifest.ts';
import { refuseNewerBackup } from './restore-database.ts';
import { removeOldBackups } from './retention.ts';
import { noteVerdict, readBackupState } from './state.ts';
import { SAMPLED_FILES, verifyBackup } from './verify.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Prunes, makes a backup, verifies it if due, and prunes again in any case. Prunes first because the place may be full.
 */
export async function tendBackups(
  parts: BackupParts & { log: Log },
  storage: Storage,
  signal: AbortSignal,
): Promise<void> {
  await prune(parts, storage);
  await makeAndVerify(parts, storage, signal).finally(() => prune(parts, storage));
}

async function makeAndVerify(
  parts: BackupParts & { log: Log },
  storage: Storage,
  signal: AbortSignal,
): Promise<void> {
  const { source, rules, log } = parts;
  const name = (await findJustMade(storage, source.clock.now())) ?? (await make(parts, storage, signal));
  const { verifiedAt } = await readBackupState(storage, source.clock.now());
  if (verifiedAt && source.clock.now().getTime() - verifiedAt.getTime() < rules.verifyDays * DAY_MS) return;
  try {
    await verifyAndNote(parts, storage, { name, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    // No retry: the next backup is verified, and until then it counts as unverified.
    log.error({ err: error, name }, 'The backup could not be verified.');
  }
}

/** A recent backup of an interrupted job: its retry needs no other. */
async function findJustMade(storage: Storage, now: Date): Promise<string | undefined> {
  const newest = await findWithFiles(storage, await listWhole(storage, now));
  return newest && now.getTime() - momentOf(newest.name).getTime() < HOUR_MS ? newest.name : undefined;
}

async function make(
  { source, log }: BackupParts & { log: Log },
  storage: Storage,
  signal: AbortSignal,
): Promise<string> {
  const { name, files } = await makeBackup(source, { storage, signal });
  log.info({ name, missing: files?.missing }, 'A backup was made.');
  if (files?.lost)
    log.error(
      { name, lost: files.lost },
      'Files that the database lists were missing from storage and were not copied.',
    );
  if (files?.differing)
    log.error({ name, differing: files.differing }, 'Files of the site have changed since they were copied.');
  return name;
}

async function verifyAndNote(
  { source, scratch: folder, log }: BackupParts & { log: Log },
  storage: Storage,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<void> {
  try {
    const manifest = await readUndamaged(storage, name);
    if (manifest) refuseNewerBackup(manifest);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    // A newer version migrated the database; that version can verify the backup.
    log.warn({ name, reason: error.message }, 'The backup was not verified.');
    return;
  }
  const { faults } = await alone(source.connection, 'backupScratch', () =>
    verifyBackup(storage, name, { folder, log, signal, mostFiles: SAMPLED_FILES }),
  );
  await noteVerdict(storage, name, faults, source.clock.now());
  if (faults.length === 0) log.info({ name }, 'The backup was verified.');
  else log.error({ name, faults: faults.slice(0, 10) }, 'The backup cannot be relied on.');
}

/** Must not keep a backup from being made. */
async function prune({ source, rules, log }: BackupParts & { log: Log }, storage: Storage): Promise<void> {
  try {
    const { removed, files } = await alone(source.connection, 'backups', (client) =>
      removeOldBackups(storage, rules.keep, {
        now: source.clock.now(),
        requireAlone: () => requireLock(client, 'backups'),
      }),
    );
    if (removed.length + files > 0) log.info({ removed, files }, 'Old backups were removed.');
  } catch (error) {
    if (!(error instanceof AppError)) log.error({ err: error }, 'Old backups could not be removed.');
  }
}
