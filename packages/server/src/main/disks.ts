import path from 'node:path';
import { createDiskWatch, type DiskWatch, type WatchedFolder } from '../kernel/lib/disk-watch.ts';
import type { Log } from '../kernel/lib/log.ts';
import type { Config } from './config.ts';

/** Watches the disks on which downloads gather, files are stored, and the embedded database lies. */
export function watchDisks(config: Config, log?: Log): DiskWatch {
  const { dataDir, databaseUrl, storage, diskWarnBelow, diskStopBelow } = config;
  const folders: WatchedFolder[] = [{ path: path.join(dataDir, 'work'), isOurs: true }];
  // Where new files go into a bucket, that its disk is full keeps nothing from being stored.
  if (storage.main === 'fs') folders.push({ path: path.join(dataDir, 'storage'), isOurs: true });
  if (databaseUrl === undefined) folders.push({ path: path.join(dataDir, 'postgres'), isOurs: false });
  return createDiskWatch({
    ...{ folders, warnBelow: diskWarnBelow, stopBelow: diskStopBelow },
    ...(log ? { log } : {}),
  });
}
