import { readFileSync } from 'node:fs';
import { type Migration, migrate, readMigrations } from '@vesper/core/db/migrate.ts';
import { connectForCopies, listTables } from '@vesper/core/db/table-copy.ts';
import pg from 'pg';
import { unmarkRestoring } from '../upkeep/server/backups/queries.ts';
import { fillDatabase } from '../upkeep/server/backups/restore-database.ts';
import { SQL_FILE } from './generate-schema.ts';
import { growDatabase } from './grow-database.ts';
import { releaseBefore } from './migration-rules.ts';
import type { Release } from './releases.ts';
import { describeSchema } from './schema-description.ts';
import { type Answered, askAsVisitors, readRelations } from './visitors-reads.ts';
import { type Lock, watchLocks } from './watch-locks.ts';

/** No migration may block visitors for longer. */
const LONGEST_LOCK_MS = 2000;

interface TrialDatabase {
  owner: pg.ClientConfig;
  connection: pg.ClientConfig;
}

interface UpgradeOptions {
  from: Release;
  /** The release whose programs may run meanwhile. */
  releases: readonly Release[];
  known?: readonly Migration[];
  /** One migration at a time, or all at once. */
  isStepwise: boolean;
  longestLockMs?: number;
}

export interface Upgrade {
  /** In sentences; none if it went well. */
  faults: string[];
  migrations: { name: string; ms: number }[];
  /** Locks held or awaited by migrations on tables that visitors read. */
  locks: Lock[];
  answered: Answered;
}

/** Restores a release's dump into an empty database, with `videos` videos or a few more. */
export async function restoreRelease(
  { owner, connection }: TrialDatabase,
  { storage, manifest }: Release,
  videos = 0,
): Promise<void> {
  const client = await connectForCopies(owner);
  try {
    await fillDatabase(client, { storage, manifest, signal: new AbortController().signal });
    await growDatabase(client, videos);
    const known = knownTo(manifest.migrations, readMigrations());
    await migrate(client, { known, site: String(connection.user), isRestoring: true });
    await unmarkRestoring(client);
  } finally {
    await client.end();
  }
}

const knownTo = (migrations: readonly { name: string }[], known: readonly Migration[]) =>
  known.filter(({ name }) => migrations.some((one) => one.name === name));

/** Migrates a restored release to the last of `known` while its programs' queries run, and judges it. */
export async function tryUpgrade(
  { owner, connection }: TrialDatabase,
  { from, releases, known = readMigrations(), isStepwise, longestLockMs = LONGEST_LOCK_MS }: UpgradeOptions,
): Promise<Upgrade> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const later = known.slice(from.manifest.migrations.length);
    const relations = await readRelations(connection, from.reads);
    const before = await lookAt(client);
    const locks = await watchLocks(client, owner, relations);
    const visitors = askAsVisitors(connection, { from, releases, later });
    const migrations: Upgrade['migrations'] = [];
    const lost: string[] = [];
    const rounds = isStepwise
      ? later.map((_, n) => known.slice(0, known.length - later.length + n + 1))
      : [known];
    for (const round of rounds) {
      const startedAt = performance.now();
      const applied = await migrate(client, { known: round, site: String(connection.user) });
      migrations.push({ name: applied.join(', '), ms: performance.now() - startedAt });
      await visitors.round();
      // Only the release before a migration works on beside it.
      const last = round.at(-1);
      if (last && releaseBefore(last, releases)?.version === from.version)
        lost.push(...lostUniques(before, await lookAt(client), from));
    }
    const answered = await visitors.stop();
    const held = await locks.stop();
    const after = await lookAt(client);
    const faults = [
      ...answered.faults,
      ...held.filter(({ ms }) => ms > longestLockMs).map((lock) => lockFault(lock, longestLockMs)),
      ...rewritten(before, after, relations),
      ...lostRows(before, after),
      ...new Set(lost),
    ];
    return { faults, migrations, locks: held, answered };
  } finally {
    await client.end();
  }
}

export async function schemaFaults({ owner }: TrialDatabase): Promise<string[]> {
  const client = new pg.Client(owner);
  await client.connect();
  const schema = await describeSchema(client).finally(() => client.end());
  return readFileSync(SQL_FILE, 'utf8').endsWith(schema) ? [] : ['The schema is not that of db/schema.sql.'];
}

interface Look {
  rows: Map<string, number>;
  /** A table's file, another one once rewritten. */
  files: Map<string, number>;
  /** Tables by the definition of their unique indexes, which `on conflict` needs. */
  uniques: Map<string, string>;
}

async function lookAt(client: pg.Client): Promise<Look> {
  const rows = new Map<string, number>();
  for (const { table } of await listTables(client)) {
    const { rows: counted } = await client.query<{ n: number }>(
      `select count(*)::float8 as n from ${pg.escapeIdentifier(table)}`,
    );
    rows.set(table, counted[0]?.n ?? 0);
  }
  const { rows: found } = await client.query<{ name: string; file: number }>(
    `select relname as name, pg_relation_filenode(oid) as file from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const { rows: unique } = await client.query<{ name: string; index: string }>(
    `select relname as name, substring(pg_get_indexdef(indexrelid) from ' ON .*') as index
     from pg_index join pg_class on pg_class.oid = indrelid
     where indisunique and indisvalid and relnamespace = 'public'::regnamespace`,
  );
  return {
    rows,
    files: new Map(found.map(({ name, file }) => [name, file])),
    uniques: new Map(unique.map(({ name, index }) => [index, name])),
  };
}

function lockFault({ table, mode, blocks, ms }: Lock, longestMs: number): string {
  const seconds = (of: number) => (of / 1000).toFixed(1);
  return `${table} was locked (${mode}) for ${seconds(ms)} seconds, at most ${seconds(longestMs)}: visitors cannot ${blocks} it meanwhile.`;
}

function rewritten(before: Look, after: Look, relations: ReadonlySet<string>): string[] {
  return [...before.files]
    .filter(([name, file]) => relations.has(name) && after.files.has(name) && after.files.get(name) !== file)
    .map(
      ([name]) => `${name} was rewritten: visitors cannot read it meanwhile, and that grows with its rows.`,
    );
}

function lostUniques(before: Look, after: Look, { version, names }: Release): string[] {
  return [...before.uniques]
    .filter(([index, name]) => name in names.tables && after.files.has(name) && !after.uniques.has(index))
    .map(
      ([index, name]) =>
        `${name} has lost what was unique${index}: an "on conflict" of ${version} may need it. Make another one first, or drop it in the next version.`,
    );
}

function lostRows(before: Look, after: Look): string[] {
  return [...before.rows].flatMap(([name, rows]) => {
    const left = after.rows.get(name);
    return left === undefined || left >= rows ? [] : [`${name} has lost ${rows - left} of its ${rows} rows.`];
  });
}
