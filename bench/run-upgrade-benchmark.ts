/**
 * script/bench upgrade: the effect on visitors of upgrading from every released version, with a million videos,
 * migration by migration and all at once.
 */

import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { runMain } from '../packages/app/processes/process.ts';
import { type EmbeddedServer, startEmbeddedPostgres } from '../packages/core/server/db/embedded.ts';
import { asMigration, type Migration, readMigrations } from '../packages/core/server/db/migrate.ts';
import { AppError } from '../packages/core/server/lib/app-error.ts';
import { silentLog } from '../packages/core/server/lib/log.ts';
import { type Release, readReleases } from '../packages/test/releases.ts';
import { restoreRelease, schemaFaults, tryUpgrade, type Upgrade } from '../packages/test/upgrade-trial.ts';
import { formatNumber, print } from './print.ts';

const VIDEOS = 1_000_000;
const MOST_LOCKS = 5;
/** Memory for the catalogue and the migrations. Other settings are as on a site. */
const SETTINGS = { shared_buffers: '512MB', max_wal_size: '8GB' };

await runMain(async () => {
  const { videos, known, isDraft } = await readOptions();
  const releases = await readReleases();
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-bench-upgrade-'));
  const server = await startEmbeddedPostgres(folder, silentLog, { settings: SETTINGS });
  try {
    for (const from of releases) await tryRelease(server, { from, releases, known, isDraft, videos });
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

interface Options {
  videos: number;
  known: Migration[];
  /** Whether there are migrations that are not in db/schema.sql. */
  isDraft: boolean;
}

async function readOptions(): Promise<Options> {
  const { values } = parseArgs({
    options: { videos: { type: 'string' }, with: { type: 'string', multiple: true, default: [] } },
  });
  const videos = Number(values.videos ?? VIDEOS);
  if (!Number.isInteger(videos) || videos < 1 || videos > VIDEOS)
    throw new AppError('bad_request', '--videos must be a whole number from 1 to 1,000,000.');
  const known = readMigrations();
  for (const file of values.with) known.push(asMigration(path.basename(file), await readFile(file, 'utf8')));
  return { videos, known, isDraft: values.with.length > 0 };
}

async function tryRelease(
  server: EmbeddedServer,
  { from, releases, known, isDraft, videos }: Options & { from: Release; releases: Release[] },
): Promise<void> {
  const later = known.slice(from.manifest.migrations.length);
  print(`\nFrom ${from.version}: ${later.length} migrations`);
  if (later.length === 0) return;
  const restored = await makeDatabase(server);
  const startedAt = performance.now();
  await restoreRelease(restored, from, videos);
  print(`  grown to ${formatNumber(videos)} videos in ${seconds(performance.now() - startedAt)}`);
  for (const isStepwise of later.length > 1 ? [true, false] : [true]) {
    const database = await makeDatabase(server, restored.name);
    const upgrade = await tryUpgrade(database, { from, releases, known, isStepwise });
    const faults = [...upgrade.faults, ...(isDraft ? [] : await schemaFaults(database))];
    show(isStepwise ? 'step by step' : 'all at once', { ...upgrade, faults });
    await asSuperuser(server, `drop database ${database.name} with (force)`);
  }
  await asSuperuser(server, `drop database ${restored.name} with (force)`);
}

function show(how: string, { migrations, locks, answered, faults }: Upgrade): void {
  print(`  ${how}`);
  for (const { name, ms } of migrations) print(`    ${name.padEnd(50)} ${seconds(ms).padStart(9)}`);
  for (const { table, mode, ms } of locks.slice(0, MOST_LOCKS))
    print(`    ${`${mode} on ${table}`.padEnd(50)} ${seconds(ms).padStart(9)}`);
  print(`    visitors: ${formatNumber(answered.reads)} queries, the slowest ${seconds(answered.slowestMs)}`);
  for (const fault of faults) print(`    FAULT: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

async function makeDatabase(server: EmbeddedServer, template?: string) {
  const name = `trial_${randomBytes(5).toString('hex')}`;
  const { owner, connection } = server;
  await asSuperuser(
    server,
    `create database ${name} ${template ? `template ${template}` : ''} owner ${owner.user}`,
  );
  return { name, owner: { ...owner, database: name }, connection: { ...connection, database: name } };
}

async function asSuperuser({ superuser }: EmbeddedServer, statement: string): Promise<void> {
  const client = new pg.Client({ ...superuser, database: 'postgres' });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
