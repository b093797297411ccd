import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { StartError } from '../lib/start-error.ts';
import { pidFileOf } from './stale-pid-file.ts';

export interface Place {
  cluster: string;
  socket: string;
}

export const SITE_PLACE: Place = { cluster: 'cluster', socket: 'socket' };
/** The former cluster while it is read, on a socket that no other process uses. */
export const FORMER_PLACE: Place = { cluster: 'cluster', socket: 'former-socket' };
/** The new cluster during an upgrade. */
export const NEW_PLACE: Place = { cluster: 'upgrading', socket: 'upgrading-socket' };
/** The new cluster once complete, until it takes its place. */
export const WHOLE = 'upgraded';

const KEPT = /^former-(\d+)-(\d{4}-\d\d-\d\d)T\d\d-\d\d-\d\dZ$/;

export interface KeptCluster {
  name: string;
  version: string;
  day: string;
}

/** Major version, such as `17`; undefined without a cluster. */
export function versionOfCluster(dataDir: string): string | undefined {
  try {
    return readFileSync(path.join(dataDir, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** Finishes an upgrade killed in its last step. */
export function hasCluster(directory: string): boolean {
  finishExchange(directory);
  return versionOfCluster(path.join(directory, SITE_PLACE.cluster)) !== undefined;
}

/** Throws StartError unless programs of version `own` can use the cluster. */
export function refuseOtherVersion(dataDir: string, own: string): void {
  const found = versionOfCluster(dataDir) ?? own;
  if (found === own) return;
  const both = `The database is PostgreSQL ${found}, and this version of Vesper ships with ${own}`;
  throw new StartError(
    isNewer(found, own)
      ? `${both}, which cannot read it: start the version of Vesper that used it last, or a newer one.`
      : `${both}: with the site stopped, run "script/vesper upgrade-database".`,
  );
}

export function isNewer(version: string, than: string): boolean {
  return Number(version) > Number(than);
}

/**
 * Swaps in the complete new cluster, and returns the former one's new name. No server may run: it writes its control
 * file by path, into the other cluster. Throws StartError, with nothing changed, if one was just started.
 */
export function exchangeClusters(directory: string, version: string, now: Date): string {
  const kept = `former-${version}-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  move(directory, NEW_PLACE.cluster, WHOLE);
  move(directory, SITE_PLACE.cluster, kept);
  finishExchange(directory);
  if (existsSync(path.join(directory, kept))) return kept;
  throw new StartError('The database was started meanwhile: nothing was changed. Stop the site first.');
}

/**
 * The last step of a swap, also run by any program that finds no cluster. A server started between the stop and the
 * rename has left a pid file, written before it reads the cluster: then the former cluster is put back.
 */
export function finishExchange(directory: string): void {
  const cluster = path.join(directory, SITE_PLACE.cluster);
  if (existsSync(cluster) || !existsSync(path.join(directory, WHOLE))) return;
  const { name = '' } = keptClusters(directory).at(-1) ?? {};
  const isStarted = name !== '' && existsSync(pidFileOf(path.join(directory, name)));
  try {
    move(directory, isStarted ? name : WHOLE, SITE_PLACE.cluster);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(cluster)) throw error;
  }
}

/** Oldest first. */
export function keptClusters(directory: string): KeptCluster[] {
  return readdirSync(directory)
    .flatMap((name) => {
      const [, version, day] = KEPT.exec(name) ?? [];
      return version && day ? [{ name, version, day }] : [];
    })
    .toSorted((a, b) => (a.name.slice(a.version.length) < b.name.slice(b.version.length) ? -1 : 1));
}

/** Synced, so that a power cut cannot reorder the steps. */
function move(directory: string, from: string, to: string): void {
  renameSync(path.join(directory, from), path.join(directory, to));
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
