import { statfs } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import { fillTables } from '../../kernel/db/fill-tables.ts';
import { type Migration, migrate, pendingMigrations, readMigrations } from '../../kernel/db/migrate.ts';
import {
  type CopiedTable,
  connectForCopies,
  copyIn,
  copyOut,
  countRows,
} from '../../kernel/db/table-copy.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { nearestFolder } from '../../kernel/lib/files/disk-error.ts';
import { formatSize } from '../../kernel/lib/outbound/source-error.ts';
import type { Storage } from '../../kernel/storage/storage.ts';
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
  /** What this version can bring a database to. */
  known?: readonly Migration[];
}

/** Throws StartError unless this version can take the backup: it must know all its migrations. */
export function refuseNewerBackup(
  { migrations }: Manifest,
  known: readonly Migration[] = readMigrations(),
): void {
  pendingMigrations(known, migrations);
}

/**
 * Fills an empty database from a backup: its own migrations, its rows, then everything that stands on them. Marked until
 * `unmarkRestoring`, so that nothing takes it for a site's. Throws DamagedError if the backup is not as it was written.
 */
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

/** Rows that contradict each other are the fault of where they come from; classes 22 and 23 of SQLSTATE. */
export function blameRows(error: pg.DatabaseError): never {
  if (!/^2[23]/.test(error.code ?? '')) throw error;
  throw new DamagedError(`The rows contradict each other: ${error.message}.`);
}

/** What is known of a database, compared with what came of it. */
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

/** Copies every table of a filled database out again. Throws DamagedError unless it gives the same bytes. */
export async function compareTables(
  client: pg.Client,
  { tables }: { tables: readonly (CopiedTable & Pick<Part, 'plainBytes' | 'plainSha256'>)[] },
  signal: AbortSignal,
): Promise<void> {
  for (const table of tables) {
    const { bytes, sha256 } = await digestOf(copyOut(client, table), signal);
    if (bytes !== table.plainBytes || sha256 !== table.plainSha256)
      throw new DamagedError(`${table.table} does not give the same rows as it was filled with.`);
  }
}

/** Brings a filled database to this version, and gives it to the site's role. It stays marked. */
export async function finishDatabase(client: pg.Client, { site }: { site: string }): Promise<void> {
  await migrate(client, { site, isRestoring: true });
  await client.query('analyze');
}

/** The jobs that waited, by any connection. */
export async function readJobs(
  connection: pg.ClientConfig,
  { storage, manifest, signal }: RestoreOptions,
): Promise<WaitingJob[]> {
  const client = await connectForCopies(connection, signal);
  try {
    const table = { ...WAITING_JOBS, ...manifest.jobs };
    await inTransaction(client, async () => {
      await createWaitingJobs(client);
      await fill(client, table, { storage, folder: folderOf(manifest.name), signal });
    });
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

async function inTransaction(client: pg.Client, act: () => Promise<void>): Promise<void> {
  await client.query('begin');
  await act();
  await client.query('commit');
}

/** The rows as text take about half of what they take as tables with their indexes. */
const ROOM_FOR_EACH_BYTE = 2;
/** A new cluster, and its log of changes. */
const EMPTY_SERVER_BYTES = 150_000_000;

/** Throws unavailable unless a folder has room for the database of a backup. */
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
      `To ${act} this backup takes about ${formatSize(needed)} in ${folder}, and ${formatSize(bavail * bsize)} are free.`,
    );
}
