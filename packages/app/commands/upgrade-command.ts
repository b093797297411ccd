import { existsSync } from 'node:fs';
import { lstat, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Command, CommandLine } from '@vesper/core/command.ts';
import {
  hasCluster,
  isNewer,
  keptClusters,
  refuseOtherVersion,
  SITE_PLACE,
  versionOfCluster,
} from '@vesper/core/db/cluster-folder.ts';
import { embeddedVersion } from '@vesper/core/db/server-account.ts';
import { diskFault, faultMessage } from '@vesper/core/lib/files/disk-error.ts';
import { formatSize } from '@vesper/core/lib/outbound/source-error.ts';
import { StartError } from '@vesper/core/lib/start-error.ts';
import { DamagedError } from '@vesper/upkeep/backups';
import { UNFINISHED_RESTORE } from '../composition/database.ts';
import { cancellable } from '../processes/break-off.ts';
import { obtainPrograms, placeOfPrograms, removeFetched, type WantedPrograms } from './former-programs.ts';
import type { AloneParts } from './restore-command.ts';
import { removeUnfinished, upgradeDatabase } from './upgrade-database.ts';

type Context = AloneParts & CommandLine;

/** Beside the rows: an empty cluster and its WAL. */
const EMPTY_CLUSTER_BYTES = 400_000_000;
/** Programs while npm unpacks them. */
const PROGRAMS_BYTES = 300_000_000;
const REMOVE = 'script/vesper upgrade-database --remove-old';
const DISK_FULL = '53100';

export const upgradeCommand: Command<AloneParts> = {
  operands: '[--dry-run] [--old-binaries FOLDER] [--remove-old]',
  about:
    'upgrades the embedded database to the PostgreSQL of this version, and keeps the former one until --remove-old; the site must be stopped',
  async run(context) {
    const { config, options } = context;
    if (config.databaseUrl !== undefined)
      throw new StartError(
        'DATABASE_URL names your own server: upgrade it with its own tools, such as pg_upgrade.',
      );
    if (existsSync(path.join(config.dataDir, UNFINISHED_RESTORE)))
      throw new StartError('A restore was interrupted in its last step: run "script/vesper restore" again.');
    const directory = path.join(config.dataDir, 'postgres');
    const cluster = path.join(directory, SITE_PLACE.cluster);
    if (!hasCluster(directory))
      return context.print('There is no database yet: the first start creates one.');
    const [from = '', to] = [versionOfCluster(cluster), embeddedVersion()];
    if (isNewer(from, to)) refuseOtherVersion(cluster, to);
    if (options['remove-old']) return removeOld(context, { directory, from, to });
    if (from === to) return tidy(context, { directory, to });
    const wanted = await prepare(context, { directory, from, to });
    if (options['dry-run']) return context.print('Nothing was changed.');
    await cancellable(context.print, (signal) => upgrade(context, wanted, signal));
  },
};

interface Versions {
  directory: string;
  from: string;
  to: string;
}

/** Announces the upgrade. Throws StartError if it is impossible. */
async function prepare(
  { options, print }: Context,
  { directory, from, to }: Versions,
): Promise<WantedPrograms> {
  const given = typeof options['old-binaries'] === 'string' ? options['old-binaries'] : undefined;
  const wanted = { directory, major: from, given };
  const place = placeOfPrograms(wanted);
  const base = await sizeOf(path.join(directory, SITE_PLACE.cluster, 'base'));
  const needed = base + EMPTY_CLUSTER_BYTES + (place === 'the npm registry' ? PROGRAMS_BYTES : 0);
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  print(`The database is PostgreSQL ${from} (${formatSize(base)}); this version of Vesper ships with ${to}.`);
  print(`The programs of PostgreSQL ${from} come from ${place}.`);
  print(`The new database needs up to ${formatSize(needed)} beside it; ${formatSize(free)} is free.`);
  if (free < needed)
    throw new StartError(
      `There is not enough space in ${directory}: free ${formatSize(needed - free)} first.`,
    );
  await refuseMount(directory);
  return wanted;
}

/** A mount cannot be renamed at the end. */
async function refuseMount(directory: string): Promise<void> {
  const cluster = path.join(directory, SITE_PLACE.cluster);
  const [own, above] = [await lstat(cluster), await stat(directory)];
  if (own.isDirectory() && own.dev !== above.dev)
    throw new StartError(
      `${cluster} is a mount point: mount that disk at ${directory} or a folder above it.`,
    );
}

async function upgrade({ log, print }: Context, wanted: WantedPrograms, signal: AbortSignal): Promise<void> {
  const { directory, major } = wanted;
  try {
    const programs = await obtainPrograms({ ...wanted, log, signal, say: print });
    const kept = await upgradeDatabase({ directory, programs, log, signal, say: print });
    removeFetched(directory, major);
    print(`The database now runs PostgreSQL ${embeddedVersion()}, with the same rows.`);
    print(
      `The former one is kept in ${path.join(directory, kept)}. Start the site. Once all is well, remove it: ${REMOVE}`,
    );
  } catch (error) {
    if (!signal.aborted && error instanceof StartError) throw error;
    const isDamaged = error instanceof DamagedError;
    if (isDamaged && !signal.aborted) print(error.message);
    print(`Nothing was changed: the database of PostgreSQL ${major} stays in use.`);
    if (signal.aborted) throw error;
    if (isDamaged) process.exitCode = 1;
    else if (isFull(error)) throw new StartError(faultMessage('full', directory));
    else throw error;
  }
}

function isFull(error: unknown): boolean {
  return (error as { code?: string }).code === DISK_FULL || diskFault(error) === 'full';
}

/** Removes the remains of an upgrade that was killed at its very end. */
async function tidy(
  { log, options, print }: Context,
  { directory, to }: Omit<Versions, 'from'>,
): Promise<void> {
  const isDry = options['dry-run'] === true;
  if (!isDry) await removeUnfinished(directory, log);
  print(`The database already runs PostgreSQL ${to}: there is nothing to upgrade.`);
  for (const { name, version, day } of keptClusters(directory)) {
    if (!isDry) removeFetched(directory, version);
    const size = formatSize(await sizeOf(path.join(directory, name)));
    print(
      `The PostgreSQL ${version} database used until ${day} is kept in ${path.join(directory, name)} (${size}).`,
    );
  }
}

async function removeOld({ print }: Context, { directory, from, to }: Versions): Promise<void> {
  if (from !== to)
    throw new StartError(
      `The database still runs PostgreSQL ${from}: to upgrade it, run this without --remove-old.`,
    );
  const kept = keptClusters(directory);
  for (const { name, version, day } of kept) {
    removeFetched(directory, version);
    await rm(path.join(directory, name), { recursive: true });
    print(`Removed the PostgreSQL ${version} database used until ${day}.`);
  }
  if (kept.length === 0) print('No former database is kept.');
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const found = await stat(path.join(entry.parentPath, entry.name)).catch(() => undefined);
    bytes += (found?.blocks ?? 0) * 512;
  }
  return bytes;
}
