import type pg from 'pg';
import { tryLock } from '../../kernel/db/locks.ts';
import { appliedMigrations } from '../../kernel/db/migrate.ts';
import {
  type CopiedTable,
  connectForCopies,
  copyOut,
  copyQuery,
  listTables,
  readSequences,
} from '../../kernel/db/table-copy.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import type { Storage } from '../../kernel/storage/storage.ts';
import { folderOf, type Manifest, nameFor, writeManifest } from './manifest.ts';
import { writePart } from './parts.ts';
import { JOBS_QUERY, readFacts } from './queries.ts';

export interface BackupSource {
  /** As the site's role. */
  connection: pg.ClientConfig;
  /** The tables whose rows a backup does without. */
  leftOut: readonly string[];
  vesper: string;
  clock: Clock;
}

/**
 * Copies the database as it is at one moment, while it is in use, and returns the manifest once everything is there.
 * Broken off it leaves a folder that is no backup. Throws conflict while another one is made.
 */
export async function makeBackup(
  source: BackupSource,
  { storage, signal }: { storage: Storage; signal: AbortSignal },
): Promise<Manifest> {
  const client = await connectForCopies(source.connection);
  try {
    if (!(await tryLock(client, 'backups'))) throw new AppError('conflict', 'Another backup is being made.');
    const startedAt = source.clock.now();
    const name = nameFor(startedAt);
    await client.query('begin transaction isolation level repeatable read, read only');
    const contents = await copyDatabase(client, source, { storage, signal, folder: folderOf(name) });
    await client.query('commit');
    const manifest: Manifest = {
      ...{
        format: 1,
        name,
        startedAt: startedAt.toISOString(),
        finishedAt: source.clock.now().toISOString(),
      },
      ...{ vesper: source.vesper, ...contents },
    };
    await writeManifest(storage, manifest);
    return manifest;
  } finally {
    await client.end();
  }
}

interface Destination {
  storage: Storage;
  signal: AbortSignal;
  folder: string;
}

async function copyDatabase(client: pg.Client, { leftOut }: BackupSource, destination: Destination) {
  const { postgres, audit } = await readFacts(client);
  const applied = await appliedMigrations(client);
  const migrations = [...applied]
    .map(([name, sha256]) => ({ name, sha256 }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const tables: Manifest['tables'] = [];
  for (const table of await listTables(client))
    if (!leftOut.includes(table.table)) tables.push(await copyTable(client, table, destination));
  const waiting = copyQuery(client, JOBS_QUERY);
  const jobs = await writePart(destination.storage, { ...destination, file: 'jobs.copy.zst', body: waiting });
  return {
    ...{ postgres, audit, migrations, tables },
    jobs: { ...jobs, rows: waiting.rowCount ?? 0 },
    // They stand outside of transactions: read last, they are ahead of every row.
    sequences: await readSequences(client),
  };
}

async function copyTable(client: pg.Client, table: CopiedTable, { storage, signal, folder }: Destination) {
  const body = copyOut(client, table);
  const part = await writePart(storage, { folder, file: `database/${table.table}.copy.zst`, body, signal });
  return { ...table, rows: body.rowCount ?? 0, ...part };
}
