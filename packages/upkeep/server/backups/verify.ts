import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type Anchor, verifyAuditLog } from '@vesper/access/audit';
import { startEmbeddedPostgres } from '@vesper/core/db/embedded.ts';
import { StrangeTablesError } from '@vesper/core/db/fill-tables.ts';
import { createDb, createPool } from '@vesper/core/db/pool.ts';
import { connectForCopies } from '@vesper/core/db/table-copy.ts';
import { AppError, errorMessage } from '@vesper/core/lib/app-error.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { Storage } from '@vesper/core/storage/storage.ts';
import { checkFiles } from './copies.ts';
import { readErased } from './erased.ts';
import { folderOf, type Manifest, readManifest } from './manifest.ts';
import { checkPart, DamagedError, type FilesPart, type Part } from './parts.ts';
import {
  compareTables,
  fillDatabase,
  finishDatabase,
  refuseNewerBackup,
  requireRoom,
} from './restore-database.ts';
import { noteChecked, readChecked } from './state.ts';

export interface Verification {
  name: string;
  /** Sentences; none if the backup can be restored. */
  faults: string[];
  rows: number;
  bytes: number;
  filesRead: number;
  files: number;
}

/** For a throw-away server: quick and small. */
const SCRATCH_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '20',
  shared_buffers: '64MB',
};

/** At least, unless all are to be read. */
export const SAMPLED_FILES = 200;
/** After this many verifications every file was read. */
const ROUNDS = 26;

interface Scratch {
  /** Emptied before and after. */
  folder: string;
  log: Log;
  signal: AbortSignal;
  mostFiles: number;
}

/**
 * Reads a backup completely, restores it into a server of its own, and compares. Throws unavailable, or StartError for
 * a newer version's backup: neither is a fault of the backup.
 */
export async function verifyBackup(storage: Storage, name: string, scratch: Scratch): Promise<Verification> {
  const found: Verification = { name, faults: [], rows: 0, bytes: 0, filesRead: 0, files: 0 };
  try {
    const manifest = await readManifest(storage, name);
    refuseNewerBackup(manifest);
    for (const part of partsOf(manifest)) {
      found.bytes += part.bytes;
      await checkPart(storage, { folder: folderOf(name), part, signal: scratch.signal }).catch(noteIn(found));
    }
    if (found.faults.length === 0 && manifest.files)
      await readFiles(storage, { name, files: manifest.files }, scratch, found);
    if (found.faults.length === 0) await tryRestore(storage, manifest, { ...scratch, found });
  } catch (error) {
    noteIn(found)(error);
  }
  // A restore does not begin without it.
  await readErased(storage).catch(noteIn(found));
  return found;
}

function partsOf({ tables, jobs, settings, files }: Manifest): Part[] {
  return [...tables, jobs, settings, ...(files ? [files.named, files.list] : [])];
}

async function readFiles(
  storage: Storage,
  of: { name: string; files: FilesPart },
  { mostFiles, folder, signal }: Scratch,
  found: Verification,
): Promise<void> {
  const { files, missing } = of.files;
  found.files = files - missing;
  if (files > 0 && missing === files) found.faults.push(noneThere(files));
  const most = Math.max(mostFiles, Math.ceil(files / ROUNDS));
  const after = await readChecked(storage);
  let upTo = after;
  for await (const { key, fault } of checkFiles(storage, of, { after, most, folder, signal })) {
    found.filesRead += 1;
    upTo = key;
    if (fault !== undefined) found.faults.push(fault);
  }
  await noteChecked(storage, upTo);
}

/** For example because the files' disk was not mounted. */
function noneThere(files: number): string {
  return `None of the ${files} files that the database lists existed when the backup was made.`;
}

/** Rethrows errors that are not the backup's fault. */
function noteIn({ faults }: Pick<Verification, 'faults'>): (error: unknown) => void {
  return (error) => {
    if (!isFault(error)) throw error;
    faults.push(error.message);
  };
}

function isFault(error: unknown): error is Error {
  return error instanceof DamagedError || error instanceof StrangeTablesError;
}

async function tryRestore(
  storage: Storage,
  manifest: Manifest,
  { folder, log, signal, found }: Scratch & { found: Verification },
): Promise<void> {
  await requireRoom(folder, manifest, 'verify');
  await withScratchServer(folder, log, async ({ owner, connection }) => {
    const client = await connectForCopies(owner, signal);
    try {
      await fillDatabase(client, { storage, manifest, signal });
      await compareTables(client, manifest, signal);
      await finishDatabase(client, { site: connection.user });
    } finally {
      await client.end();
    }
    const { seq, hash } = manifest.audit;
    found.faults.push(...(await auditFaults(connection, { seq, hash: Buffer.from(hash, 'hex') })));
    found.rows = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
  }).catch((error) => {
    if (signal.aborted || isFault(error)) throw error;
    const sentence = `The backup could not be verified (${errorMessage(error)}).`;
    throw Object.assign(new AppError('unavailable', sentence), { cause: error });
  });
}

async function auditFaults(connection: object, anchor: Anchor | string): Promise<string[]> {
  const options = { maxConnections: 1, applicationName: 'vesper-verify', onIdleError: () => {} };
  const db = createDb(createPool({ ...options, connection }));
  const { faults } = await verifyAuditLog(db, anchor).finally(() => db.destroy());
  return faults;
}

/** Stops one that a killed process left running. The folder is removed afterwards. */
async function withScratchServer(
  folder: string,
  log: Log,
  use: (server: Awaited<ReturnType<typeof startEmbeddedPostgres>>) => Promise<void>,
): Promise<void> {
  const start = () => startEmbeddedPostgres(folder, log, { settings: SCRATCH_SETTINGS });
  if (existsSync(path.join(folder, 'cluster')))
    await start().then(
      (former) => former.stop(),
      // Without fsync it may never start again after a power failure.
      (error) => log.warn({ err: error }, 'Removing the remains of a verification.'),
    );
  await rm(folder, { recursive: true, force: true });
  const server = await start();
  try {
    await use(server);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
