import path from 'node:path';
import { createDiskWatch, type DiskWatch, type WatchedFolder } from '@vesper/core/lib/files/disk-watch.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { Config } from '../settings/config.ts';

export function watchDisks(config: Config, log?: Log): DiskWatch {
  const { dataDir, databaseUrl, storage, diskWarnBelow, diskStopBelow } = config;
  const folders: WatchedFolder[] = [
    { path: path.join(dataDir, 'work'), isOurs: true },
    { path: path.join(dataDir, 'uploads'), isOurs: true },
  ];
  // With a bucket, a full disk of old files stops nothing.
  if (storage.main === 'fs') folders.push({ path: path.join(dataDir, 'storage'), isOurs: true });
  if (databaseUrl === undefined) folders.push({ path: path.join(dataDir, 'postgres'), isOurs: false });
  return createDiskWatch({
    ...{ folders, warnBelow: diskWarnBelow, stopBelow: diskStopBelow },
    ...(log ? { log } : {}),
  });
}
