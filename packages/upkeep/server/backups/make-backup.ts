import { Readable } from 'node:stream';
import { requireLock } from '@vesper/core/db/locks.ts';
import { appliedMigrations } from '@vesper/core/db/migrate.ts';
import {
  type CopiedTable,
  copyOut,
  copyQuery,
  listTables,
  readSequences,
} from '@vesper/core/db/table-copy.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { diskFault } from '@vesper/core/lib/files/disk-error.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { Storage, Storages } from '@vesper/core/storage/storage.ts';
import type pg from 'pg';
import { alone } from './alone.ts';
import { noteAllErased } from './erased.ts';
import { copyFiles } from './files.ts';
import {
  folderOf,
  type KeptSettings,
  listBackups,
  listWhole,
  type Manifest,
  nameFor,
  readManifest,
  writeManifest,
} from './manifest.ts';
import {
  checkPart,
  DamagedError,
  type FilesPart,
  type Part,
  UndecryptableError,
  writePart,
} from './parts.ts';
import { countNamed, FILES_QUERY, jobsQuery, readFacts, selectErased } from './queries.ts';

export interface BackupSource {
  /** As the site's role. */
  connection: pg.ClientConfig;
  /** Tables not backed up. */
  leftOut: readonly string[];
  /** Tables whose erased rows are noted beside the backups. */
  sealed: readonly string[];
  vesper: string;
  settings: () => KeptSettings;
  storages: Storages;
  clock: Clock;
  log: Log;
  countKnownLost: () => Promise<number>;
}

const PLACE_FULL =
  'The backup disk is full. Older backups stay; of this one only copied files were kept, for the next one. Free some space there, or keep fewer with BACKUP_KEEP.';
const OTHER_KEY =
  'The existing backups were made with another BACKUP_KEY, or without one: use the same key (or none), or choose a new place for backups.';

/** None, those that the former backup lacks, or all. */
export type WhichFiles = 'none' | 'new' | 'all';

/**
 * Copies the database as of one moment, then its files. An interrupted run leaves only a folder without manifest, and
 * copies for the next one. Throws conflict, or unavailable on a full disk.
 */
export async function makeBackup(
  source: BackupSource,
  { storage, signal, files: which = 'new' }: { storage: Storage; signal: AbortSignal; files?: WhichFiles },
): Promise<Manifest> {
  const make = async (client: pg.Client) => {
    const startedAt = source.clock.now();
    const name = nameFor(startedAt);
    const destination = { storage, signal, folder: folderOf(name) };
    try {
      const former = await newestWithFiles(storage, startedAt, signal);
      await client.query('begin transaction isolation level repeatable read, read only');
      const { named, ...contents } = await copyDatabase(client, source, destination);
      await client.query('commit');
      const { storages } = source;
      const work = { storages, storage, signal, countNamed: (keys: string[]) => countNamed(client, keys) };
      const files: FilesPart | null =
        which === 'none'
          ? null
          : {
              ...(await copyFiles(work, { name, named, former, isAnew: which === 'all' })),
              knownLost: await source.countKnownLost(),
            };
      const manifest: Manifest = {
        ...{
          format: 1,
          name,
          startedAt: startedAt.toISOString(),
          finishedAt: source.clock.now().toISOString(),
        },
        ...{ vesper: source.vesper, ...contents, settings: await keepSettings(source, destination), files },
      };
      // Hours may have passed: a lost connection has lost the lock, and copies may have been removed.
      await requireLock(client, 'backups');
      const erased = await selectErased(client, source.sealed);
      await noteAllErased(storage, erased, { now: source.clock.now(), log: source.log });
      await writeManifest(storage, manifest);
      return manifest;
    } catch (error) {
      // Useless files must not fill a full disk.
      await removeFolder(storage, name).catch(() => {});
      throw diskFault(error) === 'full' ? new AppError('unavailable', PLACE_FULL) : error;
    }
  };
  return alone(source.connection, 'backups', make, signal);
}

async function removeFolder(storage: Storage, name: string): Promise<void> {
  for await (const { key } of storage.list(folderOf(name))) await storage.remove(key);
}

/** The latest with an intact list of files, future ones last. Throws conflict if all have another key. */
async function newestWithFiles(
  storage: Storage,
  now: Date,
  signal: AbortSignal,
): Promise<Manifest | undefined> {
  const faults: unknown[] = [];
  const past = await listWhole(storage, now);
  const all = (await listBackups(storage)).flatMap(({ name, isWhole }) => (isWhole ? [name] : []));
  const whole = [...new Set([...past, ...all.toReversed()])];
  for (const name of whole) {
    try {
      const manifest = await readManifest(storage, name);
      if (!manifest.files) continue;
      await checkPart(storage, { folder: folderOf(name), part: manifest.files.list, signal });
      return manifest;
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error;
      faults.push(error);
    }
  }
  if (faults.length === whole.length && faults.some((fault) => fault instanceof UndecryptableError))
    throw new AppError('conflict', OTHER_KEY);
  return undefined;
}

function keepSettings({ settings }: BackupSource, destination: Destination): Promise<Part> {
  const body = Readable.from([Buffer.from(JSON.stringify(settings()))]);
  return writePart(destination.storage, { ...destination, file: 'settings.json.zst', body });
}

interface Destination {
  storage: Storage;
  signal: AbortSignal;
  folder: string;
}

async function copyDatabase(client: pg.Client, { leftOut }: BackupSource, destination: Destination) {
  const { postgres, audit } = await readFacts(client);
  const applied = await appliedMigrations(client);
  const migrations = applied.map(({ name, sha256 }) => ({ name, sha256 }));
  const tables: Manifest['tables'] = [];
  for (const table of await listTables(client))
    if (!leftOut.includes(table.table)) tables.push(await copyTable(client, table, destination));
  const waiting = copyQuery(client, await jobsQuery(client));
  const jobs = await writePart(destination.storage, { ...destination, file: 'jobs.copy.zst', body: waiting });
  const body = copyQuery(client, FILES_QUERY);
  const named = await writePart(destination.storage, { ...destination, file: 'named-files.copy.zst', body });
  return {
    ...{ postgres, audit, migrations, tables, named },
    jobs: { ...jobs, rows: waiting.rowCount ?? 0 },
    // Not transactional: read last, they are ahead of every row.
    sequences: await readSequences(client),
  };
}

async function copyTable(client: pg.Client, table: CopiedTable, { storage, signal, folder }: Destination) {
  const body = copyOut(client, table);
  const part = await writePart(storage, { folder, file: `database/${table.table}.copy.zst`, body, signal });
  return { ...table, rows: body.rowCount ?? 0, ...part };
}
