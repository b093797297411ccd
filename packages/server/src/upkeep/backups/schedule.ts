import { tryLock } from '../../kernel/db/locks.ts';
import { connectForCopies } from '../../kernel/db/table-copy.ts';
import type { Log } from '../../kernel/lib/log.ts';
import type { Storage } from '../../kernel/storage/storage.ts';
import type { BackupParts } from './commands.ts';
import { makeBackup } from './make-backup.ts';
import { removeOldBackups } from './retention.ts';
import { noteVerdict, readBackupState } from './state.ts';
import { SAMPLED_FILES, verifyBackup } from './verify.ts';

const DAY_MS = 24 * 3600 * 1000;

/** Makes a backup, verifies it if that is due, and removes what is kept no longer. */
export async function tendBackups(
  parts: BackupParts & { log: Log },
  storage: Storage,
  signal: AbortSignal,
): Promise<void> {
  const { source, rules, log } = parts;
  const { name, files } = await makeBackup(source, { storage, signal });
  log.info({ name, missing: files?.missing }, 'A backup was made.');
  const { verifiedAt } = await readBackupState(storage);
  if (!verifiedAt || source.clock.now().getTime() - verifiedAt.getTime() >= rules.verifyDays * DAY_MS)
    await verifyAndNote(parts, storage, { name, signal });
  await prune(parts, storage);
}

async function verifyAndNote(
  { source, scratch: folder, log }: BackupParts & { log: Log },
  storage: Storage,
  { name, signal }: { name: string; signal: AbortSignal },
): Promise<void> {
  const { faults } = await verifyBackup(storage, name, { folder, log, signal, mostFiles: SAMPLED_FILES });
  await noteVerdict(storage, name, faults, source.clock.now());
  if (faults.length === 0) log.info({ name }, 'The backup was verified.');
  else log.error({ name, faults: faults.slice(0, 10) }, 'The backup cannot be relied on.');
}

async function prune({ source, rules, log }: BackupParts & { log: Log }, storage: Storage): Promise<void> {
  const client = await connectForCopies(source.connection);
  try {
    if (!(await tryLock(client, 'backups'))) return;
    const { removed, files } = await removeOldBackups(storage, rules.keep, source.clock.now());
    if (removed.length > 0) log.info({ removed, files }, 'Old backups were removed.');
  } finally {
    await client.end();
  }
}
