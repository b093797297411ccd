import { createHash } from 'node:crypto';
import { type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { SealedError } from '@vesper/core/storage/sealed-storage.ts';
import type { Storage } from '@vesper/core/storage/storage.ts';

export interface Part {
  /** Below the backup's folder. */
  file: string;
  /** Of the stored file. */
  bytes: number;
  sha256: string;
  /** Unpacked. */
  plainBytes: number;
  plainSha256: string;
}

export interface FilesPart {
  /** What the rows named, by key. */
  named: Part;
  /** With lengths and hashes, as lines of JSON. */
  list: Part;
  files: number;
  bytes: number;
  missing: number;
  /** Of the missing ones, those that rows still named afterwards. */
  lost?: number;
  /** Known to be lost before; undefined in older backups. */
  knownLost?: number;
  /** Other bytes in the site than in the first copy; undefined in older backups. */
  differing?: number;
}

/** The message is a sentence. */
export class DamagedError extends Error {
  override readonly name = 'DamagedError';
}

const ZSTD = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** Damaged, or another key or none: indistinguishable. */
export class UndecryptableError extends DamagedError {}

export class NoKeyError extends UndecryptableError {}

export function asDamage(error: unknown): unknown {
  return error instanceof SealedError ? new UndecryptableError(error.message) : error;
}

/** Measures the bytes that pass. */
export function meter() {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  let digest: string | undefined;
  return {
    stream,
    bytesSoFar: () => bytes,
    result() {
      digest ??= hash.digest('hex');
      return { bytes, sha256: digest };
    },
  };
}

const WORK_MS = 10;
/** Visitors hardly notice a fifth of the time. */
const REST = 4;
/** Waiting for a slow source costs visitors nothing. */
const LONGEST_REST_MS = 100;

/** Reads a fifth of the time: PostgreSQL has no lower priority for it than for visitors. */
function paced(signal: AbortSignal): Transform {
  let since = performance.now();
  return new Transform({
    async transform(chunk: Buffer, _encoding, done) {
      const worked = performance.now() - since;
      if (worked >= WORK_MS) {
        await sleep(Math.min(REST * worked, LONGEST_REST_MS), undefined, { signal }).catch(() => {});
        since = performance.now();
      }
      done(null, chunk);
    },
  });
}

/** The file appears whole or not at all. */
export async function writePart(
  storage: Storage,
  { folder, file, body, signal }: { folder: string; file: string; body: Readable; signal: AbortSignal },
): Promise<Part> {
  const [plain, stored] = [meter(), meter()];
  const key = `${folder}/${file}`;
  await Promise.all([
    pipeline(body, paced(signal), plain.stream, createZstdCompress(ZSTD), stored.stream, { signal }),
    storage.put(key, stored.stream, { signal }),
  ]);
  const { bytes: plainBytes, sha256: plainSha256 } = plain.result();
  return { file, ...stored.result(), plainBytes, plainSha256 };
}

/** Throws DamagedError. */
export async function checkPart(
  storage: Storage,
  { folder, part, signal }: { folder: string; part: Part; signal: AbortSignal },
): Promise<void> {
  const stored = meter();
  const body = await openStored(storage, folder, part);
  await pipeline(body, stored.stream, nowhere(), { signal }).catch(throwDamage);
  refuseDamaged(part, stored.result());
}

/** Unpacked. Ends with DamagedError if the file is damaged: discard what was read until then. */
export async function openPart(
  storage: Storage,
  { folder, part }: { folder: string; part: Part },
): Promise<Readable> {
  const [stored, plain] = [meter(), meter()];
  const checked = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, chunk),
    flush(done) {
      try {
        refuseDamaged(part, stored.result());
        const { bytes, sha256 } = plain.result();
        const isSame = bytes === part.plainBytes && sha256 === part.plainSha256;
        done(isSame ? null : new DamagedError(`${part.file} does not contain the copied rows.`));
      } catch (error) {
        done(error as Error);
      }
    },
  });
  const unpack = createZstdDecompress().on('error', () => {
    checked.destroy(new DamagedError(`${part.file} is damaged: it cannot be unpacked.`));
  });
  const source = await openStored(storage, folder, part);
  pipeline(source, stored.stream, unpack, plain.stream, checked).catch((error) =>
    checked.destroy(asDamage(error) as Error),
  );
  return checked;
}

/**
 * Unpacks a file into what `into` opens. Throws DamagedError. `into` is opened last: until the bytes flow, nobody
 * listens for its errors.
 */
export async function readPart(
  storage: Storage,
  {
    into,
    signal,
    ...where
  }: { folder: string; part: Part; into: () => NodeJS.WritableStream; signal: AbortSignal },
): Promise<void> {
  const body = await openPart(storage, where);
  await pipeline(body, into(), { signal });
}

export async function putMeasured(
  storage: Pick<Storage, 'put'>,
  { key, body, sizeBytes, signal }: { key: string; body: Readable; sizeBytes: number; signal: AbortSignal },
): Promise<{ bytes: number; sha256: string }> {
  const all = meter();
  await Promise.all([
    pipeline(body, all.stream, { signal }),
    storage.put(key, all.stream, { signal, sizeBytes }),
  ]).catch(throwDamage);
  return all.result();
}

export async function digestOf(
  body: Readable,
  signal: AbortSignal,
): Promise<{ bytes: number; sha256: string }> {
  const all = meter();
  await pipeline(body, all.stream, nowhere(), { signal }).catch(throwDamage);
  return all.result();
}

async function openStored(storage: Storage, folder: string, { file }: Part): Promise<Readable> {
  const body = await storage.read(`${folder}/${file}`);
  if (!body) throw new DamagedError(`${file} is missing.`);
  return body;
}

function refuseDamaged(part: Part, { bytes, sha256 }: { bytes: number; sha256: string }): void {
  if (bytes !== part.bytes)
    throw new DamagedError(`${part.file} is damaged: it has ${bytes} bytes instead of ${part.bytes}.`);
  if (sha256 !== part.sha256) throw new DamagedError(`${part.file} is damaged: its bytes have changed.`);
}

function throwDamage(error: unknown): never {
  throw asDamage(error);
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
