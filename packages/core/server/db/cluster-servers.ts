import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { Log } from '../lib/log.ts';
import { type Place, SITE_PLACE } from './cluster-folder.ts';
import {
  type Cluster,
  connectionTo,
  openCluster,
  runServerTool,
  type ServerBuild,
  stopIfLast,
} from './embedded.ts';
import { DATABASE } from './embedded-roles.ts';
import { pidFileOf, removeStalePidFile } from './stale-pid-file.ts';
import { FORMER, RESTORING } from './swap-database.ts';

export interface ClusterChoice {
  place: Place;
  build?: ServerBuild;
}

/** False if the server is, or may be, in use: then it keeps running. */
export async function stopUnused(directory: string, log: Log, choice: ClusterChoice): Promise<boolean> {
  const cluster = await openCluster(path.resolve(directory), log, choice);
  removeStalePidFile(cluster.dataDir, log);
  if (!existsSync(pidFileOf(cluster.dataDir))) return true;
  const [, , , , host] = readFileSync(pidFileOf(cluster.dataDir), 'utf8').split('\n');
  return host ? stopIfLast(cluster, { ...connectionTo(cluster), host }) : false;
}

/** Stops the server even if in use; `immediate` skips finishing writes. */
export async function stopServer(
  directory: string,
  log: Log,
  { mode, ...choice }: ClusterChoice & { mode: 'fast' | 'immediate' },
): Promise<void> {
  const cluster = await openCluster(path.resolve(directory), log, choice);
  if (!existsSync(cluster.dataDir)) return;
  removeStalePidFile(cluster.dataDir, log);
  const args = ['stop', `--pgdata=${cluster.dataDir}`, `--mode=${mode}`, '--wait'];
  if (existsSync(pidFileOf(cluster.dataDir)))
    await runServerTool(cluster, 'pg_ctl', args).catch((error: unknown) => {
      // It has ended in the meantime.
      if (existsSync(pidFileOf(cluster.dataDir))) throw error;
    });
  removeSocket(cluster, choice);
}

/** Flushes a stopped cluster whose server ran without fsync. */
export async function syncCluster(directory: string, log: Log, choice: ClusterChoice): Promise<void> {
  const cluster = await openCluster(path.resolve(directory), log, choice);
  await runServerTool(cluster, 'initdb', ['--sync-only', `--pgdata=${cluster.dataDir}`], HOURS_MS);
  removeSocket(cluster, choice);
}

const HOURS_MS = 12 * 3_600_000;

function removeSocket({ socketDir }: Cluster, { place }: ClusterChoice): void {
  if (place.socket !== SITE_PLACE.socket) rmSync(socketDir, { recursive: true, force: true });
}

/** Warnings about an operator's additions: only the site's own database moves to a new cluster. */
export async function leftBehind(superuser: pg.ClientBase): Promise<string[]> {
  const column = async (query: string, values: unknown[] = []) =>
    (await superuser.query<{ name: string }>(query, values)).rows.map(({ name }) => name);
  const databases = await column(
    `select datname as name from pg_database where not datistemplate and datname <> all ($1) order by 1`,
    [['postgres', DATABASE, RESTORING, FORMER]],
  );
  const schemas = await column(
    `select distinct schemaname as name from pg_tables
     where schemaname not in ('public', 'jobs', 'pg_catalog', 'information_schema') order by 1`,
  );
  const settings = await column(
    `select distinct name from pg_file_settings where sourcefile like '%/postgresql.auto.conf' order by 1`,
  );
  const tell = (what: string, names: string[]) =>
    names.length > 0
      ? [`Not copied; after the upgrade only in the former database: ${what} ${names.join(', ')}.`]
      : [];
  return [
    ...tell('the databases', databases),
    ...tell('the tables in', schemas),
    ...tell('the ALTER SYSTEM settings', settings),
  ];
}
