import { createHash } from 'node:crypto';
import { type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { SealedError } from '../../kernel/storage/sealed-storage.ts';
import type { Storage } from '../../kernel/storage/storage.ts';

/** One file of a backup. */
export interface Part {
  /** Its storage key below the backup's folder. */
  file: string;
  /** Its length and SHA-256 as it lies there. */
  bytes: number;
  sha256: string;
  /** The same of what it holds, unpacked. */
  plainBytes: number;
  plainSha256: string;
}

/** What the manifest says of the files. */
export interface FilesPart {
  /** What the rows named, in the order of the keys. */
  named: Part;
  /** The same with lengths and hashes, as lines of JSON. */
  list: Part;
  files: number;
  bytes: number;
  missing: number;
  /** Of these, how many rows still named when they were looked for: the others were removed meanwhile. */
  lost?: number;
  /** How many the site knew to be lost when it was made; since that is noted. */
  knownLost?: number;
  /** How many have other bytes in the site than their first copies; since there are two. */
  differing?: number;
}

/** A part that is not as it was written, in a sentence. */
export class DamagedError extends Error {
  override readonly name = 'DamagedError';
}

const ZSTD = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** Damaged, or written with another key, or without one: that cannot be told apart. */
export class UndecryptableError extends DamagedError {}

/** There is no key to try. */
export class NoKeyError extends UndecryptableError {}

/** What cannot be decrypted is not as it was written; other errors are returned as they are. */
export function asDamage(error: unknown): unknown {
  return error instanceof SealedError ? new UndecryptableError(error.message) : error;
}

/** Passes bytes on, and knows their number and hash at the end. */
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

/** So long a backup works, at least, before it rests. */
const WORK_MS = 10;
/** Times as long: a million videos take it three minutes, and visitors hardly notice. */
const REST = 4;
/** Time spent waiting for bytes costs visitors nothing, so a slow source does not lengthen the rests further. */
const LONGEST_REST_MS = 100;

/**
 * Passes bytes on for a fifth of the time: the database's process which sends them has the priority of those that answer
 * visitors, and stops while its bytes are not read.
 */
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

/** Packs a stream into a file of the storage, piece by piece. It appears whole or not at all. */
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

/** Reads a file as it lies there, to its end. Throws DamagedError unless it is as it was written. */
export async function checkPart(
  storage: Storage,
  { folder, part, signal }: { folder: string; part: Part; signal: AbortSignal },
): Promise<void> {
  const stored = meter();
  const body = await openStored(storage, folder, part);
  await pipeline(body, stored.stream, nowhere(), { signal }).catch(throwDamage);
  refuseDamaged(part, stored.result());
}

/**
 * The unpacked contents of a file. Ends with DamagedError unless the file is as it was written: what was read until then
 * must not be kept.
 */
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
        done(isSame ? null : new DamagedError(`${part.file} does not hold what was copied.`));
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
 * Unpacks a file into what `into` opens, whose end says that everything has arrived. Throws DamagedError like `openPart`.
 * It is opened last: until the bytes pass, nobody hears its errors.
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

/** Stores a stream, and says what its bytes were. */
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

/** The length and hash of a stream that is only read to its end. */
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
