import { statfs } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fillTables } from '@vesper/core/db/fill-tables.ts';
import { type Migration, migrate, pendingMigrations, readMigrations } from '@vesper/core/db/migrate.ts';
import {
  type CopiedTable,
  connectForCopies,
  copyIn,
  copyOut,
  countRows,
} from '@vesper/core/db/table-copy.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { nearestFolder } from '@vesper/core/lib/files/disk-error.ts';
import { formatSize } from '@vesper/core/lib/outbound/source-error.ts';
import type { Storage } from '@vesper/core/storage/storage.ts';
import type pg from 'pg';
import { folderOf, type KeptSettings, type Manifest } from './manifest.ts';
import { DamagedError, digestOf, openPart, type Part, readPart } from './parts.ts';
import {
  createWaitingJobs,
  markRestoring,
  readFacts,
  selectWaitingJobs,
  WAITING_JOBS,
  type WaitingJob,
} from './queries.ts';

interface RestoreOptions {
  storage: Storage;
  manifest: Manifest;
  signal: AbortSignal;
  known?: readonly Migration[];
}

/** Throws StartError unless this version knows all its migrations. */
export function refuseNewerBackup(
  { migrations }: Manifest,
  known: readonly Migration[] = readMigrations(),
): void {
  pendingMigrations(known, migrations);
}

/** Fills an empty database, which stays marked until `unmarkRestoring`. Throws DamagedError. */
export async function fillDatabase(
  client: pg.Client,
  { storage, manifest, signal, known = readMigrations() }: RestoreOptions,
): Promise<void> {
  refuseNewerBackup(manifest, known);
  await markRestoring(client);
  const folder = folderOf(manifest.name);
  const fillOne = (table: Manifest['tables'][number]) => fill(client, table, { storage, folder, signal });
  await fillTables(client, manifest, { fill: fillOne, known }).catch(blameRows);
  await refuseDifferent(client, manifest);
}

/** Contradictory rows (SQLSTATE classes 22 and 23) are the backup's fault. */
export function blameRows(error: pg.DatabaseError): never {
  if (!/^2[23]/.test(error.code ?? '')) throw error;
  throw new DamagedError(`The rows contradict each other: ${error.message}.`);
}

async function refuseDifferent(
  client: pg.Client,
  known: Pick<Manifest, 'audit'> & { tables: readonly { table: string; rows: number }[] },
): Promise<void> {
  for (const { table, rows } of known.tables) {
    const found = await countRows(client, { table });
    if (found !== rows) throw new DamagedError(`${table} has ${found} rows now instead of ${rows}.`);
  }
  const { audit } = await readFacts(client);
  if (audit.seq !== known.audit.seq || audit.hash !== known.audit.hash)
    throw new DamagedError('The audit log does not end where it did when it was copied.');
}

/** Throws DamagedError unless every table yields the same bytes. */
export async function compareTables(
  client: pg.Client,
  { tables }: { tables: readonly (CopiedTable & Pick<Part, 'plainBytes' | 'plainSha256'>)[] },
  signal: AbortSignal,
): Promise<void> {
  for (const table of tables) {
    const { bytes, sha256 } = await digestOf(copyOut(client, table), signal);
    if (bytes !== table.plainBytes || sha256 !== table.plainSha256)
      throw new DamagedError(`${table.table} does not return the same rows that it was filled with.`);
  }
}

/** Migrates it to this version and hands it to the site's role. It stays marked. */
export async function finishDatabase(client: pg.Client, { site }: { site: string }): Promise<void> {
  await migrate(client, { site, isRestoring: true });
  await client.query('analyze');
}

export async function readJobs(
  connection: pg.ClientConfig,
  { storage, manifest, signal }: RestoreOptions,
): Promise<WaitingJob[]> {
  const client = await connectForCopies(connection, signal);
  try {
    const table = { ...WAITING_JOBS, ...manifest.jobs };
    await client.query('begin');
    await createWaitingJobs(client);
    await fill(client, table, { storage, folder: folderOf(manifest.name), signal });
    await client.query('commit');
    return await selectWaitingJobs(client);
  } finally {
    await client.end();
  }
}

export async function readSettings(storage: Storage, { name, settings }: Manifest): Promise<KeptSettings> {
  return JSON.parse(
    await text(await openPart(storage, { folder: folderOf(name), part: settings })),
  ) as KeptSettings;
}

async function fill(
  client: pg.Client,
  table: Manifest['tables'][number],
  from: { storage: Storage; folder: string; signal: AbortSignal },
): Promise<void> {
  const part: Part = table;
  await readPart(from.storage, { ...from, part, into: () => copyIn(client, table) }).catch(blameRows);
}

/** Rows take about half as much as text as in tables with indexes. */
const ROOM_FOR_EACH_BYTE = 2;
const EMPTY_SERVER_BYTES = 150_000_000;

/** Throws unavailable. */
export async function requireRoom(
  folder: string,
  { tables }: Pick<Manifest, 'tables'>,
  act: 'verify' | 'restore',
): Promise<void> {
  const bytes = tables.reduce((sum, { plainBytes }) => sum + plainBytes, 0);
  const needed = EMPTY_SERVER_BYTES + ROOM_FOR_EACH_BYTE * bytes;
  const { bavail, bsize } = await statfs(await nearestFolder(folder));
  if (bavail * bsize < needed)
    throw new AppError(
      'unavailable',
      `Not enough space to ${act} this backup: it needs about ${formatSize(needed)} in ${folder}, and ${formatSize(bavail * bsize)} is free.`,
    );
}
