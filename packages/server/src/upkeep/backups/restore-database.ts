import { text } from 'node:stream/consumers';
import type pg from 'pg';
import { type Migration, migrate, pendingMigrations, readMigrations } from '../../kernel/db/migrate.ts';
import {
  connectForCopies,
  copyIn,
  copyOut,
  countRows,
  emptyTable,
  layBare,
  writeSequence,
} from '../../kernel/db/table-copy.ts';
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

export interface RestoreOptions {
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
  const names = new Set(manifest.migrations.map(({ name }) => name));
  await markRestoring(client);
  await migrate(client, { known: known.filter(({ name }) => names.has(name)), isRestoring: true });
  const complete = await layBare(client);
  const folder = folderOf(manifest.name);
  await client.query('set synchronous_commit = off');
  for (const table of manifest.tables)
    await inTransaction(client, async () => {
      await emptyTable(client, table);
      await fill(client, table, { storage, folder, signal });
    });
  await complete().catch(blameRows);
  for (const sequence of manifest.sequences) await writeSequence(client, sequence);
  await refuseDifferent(client, manifest);
}

/** Rows that contradict each other are the backup's fault; classes 22 and 23 of SQLSTATE. */
function blameRows(error: pg.DatabaseError): never {
  if (!/^2[23]/.test(error.code ?? '')) throw error;
  throw new DamagedError(`The rows contradict each other: ${error.message}.`);
}

/** What the manifest says of the database, compared with what came of it. */
async function refuseDifferent(client: pg.Client, manifest: Manifest): Promise<void> {
  for (const table of manifest.tables) {
    const found = await countRows(client, table);
    if (found !== table.rows)
      throw new DamagedError(`${table.table} has ${found} rows after the restore instead of ${table.rows}.`);
  }
  const { audit } = await readFacts(client);
  if (audit.seq !== manifest.audit.seq || audit.hash !== manifest.audit.hash)
    throw new DamagedError('The audit log does not end where it did when the backup was made.');
}

/** Copies every table of a filled database out again. Throws DamagedError unless it gives the same bytes. */
export async function compareTables(
  client: pg.Client,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<void> {
  for (const table of manifest.tables) {
    const { bytes, sha256 } = await digestOf(copyOut(client, table), signal);
    if (bytes !== table.plainBytes || sha256 !== table.plainSha256)
      throw new DamagedError(`${table.table} does not give the same rows once it is restored.`);
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
  const client = await connectForCopies(connection);
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
  await readPart(from.storage, { ...from, part, into: copyIn(client, table) }).catch(blameRows);
}

async function inTransaction(client: pg.Client, act: () => Promise<void>): Promise<void> {
  await client.query('begin');
  await act();
  await client.query('commit');
}
