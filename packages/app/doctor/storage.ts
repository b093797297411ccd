import { randomBytes } from 'node:crypto';
import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { nearestFolder } from '@vesper/core/lib/files/disk-error.ts';
import { formatSize } from '@vesper/core/lib/outbound/source-error.ts';
import type { FsStorage } from '@vesper/core/storage/fs-storage.ts';
import type { Storage } from '@vesper/core/storage/storage.ts';
import { DISK_TODO } from '@vesper/site/operation';
import { watchDisks } from '../composition/disks.ts';
import type { Config } from '../settings/config.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

const PLACE_NAMES = { fs: 'The folder', s3: 'The bucket' } as const;
const REPAIR = {
  fs: 'Make sure that DATA_DIR/storage belongs to the account that runs Vesper, and that the disk is neither full nor read-only.',
  s3: 'Check the S3 settings (address, region, bucket, keys), and that the keys may put, get, list and delete there.',
} as const;

/** Does not create the folder, which might get the wrong owner. */
export async function checkFolderPlace(storage: FsStorage, isMain: boolean): Promise<Finding> {
  if (await stat(storage.root).catch(() => undefined)) return checkPlace(storage, isMain);
  return ok('Storage (fs)', 'The folder for files does not exist yet. The first video creates it.');
}

export async function checkPlace(storage: Storage, isMain: boolean): Promise<Finding> {
  const { place } = storage;
  const name = `Storage (${place})`;
  const key = `doctor/${randomBytes(8).toString('hex')}.txt`;
  const bytes = randomBytes(1000);
  let step = 'written to';
  try {
    await storage.put(key, Readable.from([bytes]), {
      sizeBytes: bytes.length,
      signal: AbortSignal.timeout(60_000),
    });
    step = 'read';
    const back = await storage.read(key);
    if (!back || !(await buffer(back)).equals(bytes))
      throw new Error('what was read is not what was written');
    step = 'listed';
    if (!(await isListed(storage, key))) throw new Error('a stored file was not listed');
    step = 'cleared';
    await storage.remove(key);
    if (await storage.head(key)) throw new Error('a removed file is still there');
    return ok(
      name,
      `${PLACE_NAMES[place]} ${isMain ? 'takes new files' : 'holds older files'}: a file was written, read, listed and removed.`,
    );
  } catch (error) {
    await storage.remove(key).catch(() => {});
    return failed(
      name,
      `${PLACE_NAMES[place]} cannot be ${step}: ${(error as Error).message}.`,
      REPAIR[place],
    );
  }
}

async function isListed(storage: Storage, key: string): Promise<boolean> {
  for await (const file of storage.list('doctor')) if (file.key === key) return true;
  return false;
}

export async function checkFreeSpace(config: Config): Promise<Finding[]> {
  const disks = await watchDisks(config).look();
  return disks.map(({ folders, freeBytes, sizeBytes, state, sentence }) => {
    const found =
      sentence ?? `${formatSize(freeBytes)} of ${formatSize(sizeBytes)} are free for ${folders.join(', ')}.`;
    if (state === 'ok') return ok('Free space', found);
    if (state === 'low') return warning('Free space', found, DISK_TODO.full);
    return failed('Free space', `${found} Downloads wait.`, state === 'full' ? DISK_TODO.full : REPAIR.fs);
  });
}

/** Writable, with private secrets. */
export async function checkFolders(dataDir: string): Promise<Finding[]> {
  const nearest = await nearestFolder(dataDir);
  const isWritable = await access(nearest, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) {
    const todo = 'Give it to the account that runs Vesper, or set DATA_DIR to another folder.';
    return [failed('DATA_DIR', `${nearest} is not writable.`, todo)];
  }
  if (nearest !== dataDir)
    return [ok('DATA_DIR', `${dataDir} does not exist yet. The first start of script/server creates it.`)];
  return [
    ok('DATA_DIR', `${dataDir} is writable.`),
    await checkSecrets(dataDir),
    ...(await checkOneDisk(dataDir)),
  ];
}

async function checkSecrets(dataDir: string): Promise<Finding> {
  const open: string[] = [];
  for (const name of ['secrets', 'secrets/signing-key', 'postgres/cluster/vesper-password']) {
    const found = await stat(path.join(dataDir, name)).catch(() => undefined);
    if (found && (found.mode & 0o077) !== 0) open.push(path.join(dataDir, name));
  }
  if (open.length === 0) return ok('Secrets', 'Only the owner of DATA_DIR can read its secrets.');
  return warning(
    'Secrets',
    `Other accounts on this machine can read ${open.join(', ')}.`,
    `Run: chmod go= ${open.join(' ')}`,
  );
}

/** On one disk, finished files are moved instead of copied. */
async function checkOneDisk(dataDir: string): Promise<Finding[]> {
  const [work, storage] = await Promise.all(
    ['work', 'storage'].map((name) => stat(path.join(dataDir, name)).catch(() => undefined)),
  );
  if (!work || !storage || work.dev === storage.dev) return [];
  const found =
    'The folders work and storage of DATA_DIR are on different file systems, so every finished file is copied.';
  return [warning('DATA_DIR', found, 'Put both on one file system.')];
}
