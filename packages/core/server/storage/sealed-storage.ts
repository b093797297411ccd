import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { addAbortSignal, Readable } from 'node:stream';
import { deriveKey } from '../lib/files/sealing.ts';
import { type ByteRange, requireStorageKey, type Storage, type StoredFile } from './storage.ts';

export const SEALED_MARK = 'VSEAL1';
const SALT_BYTES = 16;
const HEADER_BYTES = SEALED_MARK.length + SALT_BYTES;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const CHUNK_BYTES = 64 * 1024;

/** Written with another key, or changed since. */
export class SealedError extends Error {
  override readonly name = 'SealedError';

  constructor(key: string) {
    super(`${key} cannot be decrypted: it was written with another key, or its bytes have changed.`);
  }
}

/**
 * Encrypts files in another storage (AES-256-GCM by chunk, for ranges), each with a key derived from `key` and a salt.
 * Chunks are bound to name, place and end: reading anything exchanged, truncated or changed throws SealedError. Names
 * and approximate lengths stay visible.
 */
export function createSealedStorage(
  inner: Storage,
  key: Buffer,
  { chunkBytes = CHUNK_BYTES }: { chunkBytes?: number } = {},
): Storage {
  type Put = Storage['put'];
  const sealedChunk = chunkBytes + TAG_BYTES;

  function sealedSize(bytes: number): number {
    return HEADER_BYTES + bytes + TAG_BYTES * Math.max(1, Math.ceil(bytes / chunkBytes));
  }

  function plainSize(sealed: number): number {
    const body = Math.max(0, sealed - HEADER_BYTES);
    return Math.max(0, body - TAG_BYTES * Math.ceil(body / sealedChunk));
  }

  const asPlain = (file: StoredFile): StoredFile => ({ ...file, sizeBytes: plainSize(file.sizeBytes) });

  function putBy(put: Put): Put {
    return async (name, body, { sizeBytes, ...options } = {}) => {
      requireStorageKey(name);
      const sealed = Readable.from(seal(name, body), { objectMode: false });
      sealed.once('close', () => body.destroy());
      // A silent source would keep the generator waiting.
      if (options.signal)
        addAbortSignal(
          options.signal,
          body.on('error', () => {}),
        );
      const size = sizeBytes === undefined ? {} : { sizeBytes: sealedSize(sizeBytes) };
      return asPlain(await put(name, sealed, { ...options, ...size }));
    };
  }

  async function* seal(name: string, body: Readable): AsyncGenerator<Buffer> {
    const salt = randomBytes(SALT_BYTES);
    const fileKey = fileKeyOf(key, salt);
    yield Buffer.concat([Buffer.from(SEALED_MARK), salt]);
    let index = 0;
    for await (const { chunk, isLast } of chunksOf(body, chunkBytes)) {
      const cipher = createCipheriv(CIPHER, fileKey, nonceOf(index, isLast)).setAAD(Buffer.from(name));
      yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
      index += 1;
    }
  }

  async function readBy(
    name: string,
    read: Storage['read'],
    head: Storage['head'],
    range?: ByteRange,
  ): Promise<Readable | undefined> {
    requireStorageKey(name);
    if (range === undefined) {
      const body = await read(name);
      return body && toStream(unseal(name, body), body);
    }
    const found = await head(name);
    const start = found && (await read(name, { start: 0, end: HEADER_BYTES - 1 }));
    if (!start) return undefined;
    const fileKey = readHeader(name, Buffer.concat(await start.toArray()));
    const [first, last] = [range.start, range.end].map((at) => Math.floor(at / chunkBytes)) as [
      number,
      number,
    ];
    const from = HEADER_BYTES + first * sealedChunk;
    const end = Math.min(found.sizeBytes, HEADER_BYTES + (last + 1) * sealedChunk) - 1;
    const body = await read(name, { start: from, end });
    if (!body) return undefined;
    const isWhole = end === found.sizeBytes - 1;
    const plain = openChunks(name, body, { fileKey, index: first, endsFile: isWhole });
    const skip = range.start - first * chunkBytes;
    return toStream(cut(plain, { name, skip, most: range.end - range.start + 1, isWhole }), body);
  }

  async function* unseal(name: string, body: Readable): AsyncGenerator<Buffer> {
    const rest = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let header = Buffer.alloc(0);
    while (header.length < HEADER_BYTES) {
      const next = await rest.next();
      if (next.done) throw new SealedError(name);
      header = Buffer.concat([header, next.value]);
    }
    const fileKey = readHeader(name, header.subarray(0, HEADER_BYTES));
    const following = async function* () {
      yield header.subarray(HEADER_BYTES);
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
    };
    yield* openChunks(name, following(), { fileKey, index: 0, endsFile: true });
  }

  async function* openChunks(
    name: string,
    body: AsyncIterable<Buffer>,
    { fileKey, index, endsFile }: { fileKey: Buffer; index: number; endsFile: boolean },
  ): AsyncGenerator<Buffer> {
    let at = index;
    for await (const { chunk, isLast } of chunksOf(body, sealedChunk)) {
      yield openChunk(name, chunk, { fileKey, nonce: nonceOf(at, isLast && endsFile) });
      at += 1;
    }
  }

  function readHeader(name: string, header: Buffer): Buffer {
    if (header.subarray(0, SEALED_MARK.length).toString('latin1') !== SEALED_MARK)
      throw new SealedError(name);
    return fileKeyOf(key, header.subarray(SEALED_MARK.length));
  }

  async function adopt(localPath: string, name: string, { signal }: { signal?: AbortSignal } = {}) {
    requireStorageKey(name);
    signal?.throwIfAborted();
    const { size: sizeBytes } = await stat(localPath);
    await putBy(inner.put)(name, createReadStream(localPath), { sizeBytes, ...(signal ? { signal } : {}) });
    await rm(localPath, { force: true });
  }

  async function* listed(files: AsyncGenerator<StoredFile>): AsyncGenerator<StoredFile> {
    for await (const file of files) yield asPlain(file);
  }

  const headBy = async (head: Storage['head'], name: string) => {
    const found = await head(name);
    return found && asPlain(found);
  };

  return {
    ...inner,
    adopt,
    put: putBy(inner.put),
    putQuarantined: putBy(inner.putQuarantined),
    read: async (name, range) => readBy(name, inner.read, inner.head, range),
    readQuarantined: async (name, range) => readBy(name, inner.readQuarantined, inner.headQuarantined, range),
    head: async (name) => headBy(inner.head, name),
    headQuarantined: async (name) => headBy(inner.headQuarantined, name),
    list: (folder) => listed(inner.list(folder)),
    listQuarantine: () => listed(inner.listQuarantine()),
    // Without the key the stored file is useless.
    localPath(name) {
      requireStorageKey(name);
      return undefined;
    },
    async signedUrl(name) {
      requireStorageKey(name);
      return undefined;
    },
  };
}

function fileKeyOf(key: Buffer, salt: Buffer): Buffer {
  return deriveKey(key, `vesper sealed file ${salt.toString('hex')}`);
}

/** Unique per key: the chunk's number, and whether it is the last. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(index), 0);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

function openChunk(
  name: string,
  sealed: Buffer,
  { fileKey, nonce }: { fileKey: Buffer; nonce: Buffer },
): Buffer {
  if (sealed.length < TAG_BYTES) throw new SealedError(name);
  const end = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, fileKey, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(name))
    .setAuthTag(sealed.subarray(end));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, end)), decipher.final()]);
  } catch {
    throw new SealedError(name);
  }
}

/** The last may be shorter; empty input gives one empty chunk. */
async function* chunksOf(
  body: AsyncIterable<Buffer | string>,
  size: number,
): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    pieces.push(bytes);
    length += bytes.length;
    if (length <= size) continue;
    const all = Buffer.concat(pieces);
    let at = 0;
    for (; all.length - at > size; at += size) yield { chunk: all.subarray(at, at + size), isLast: false };
    pieces = [all.subarray(at)];
    length = all.length - at;
  }
  yield { chunk: Buffer.concat(pieces), isLast: true };
}

/** `isWhole`: the range may exceed the file. */
async function* cut(
  body: AsyncGenerator<Buffer>,
  { name, skip, most, isWhole }: { name: string; skip: number; most: number; isWhole: boolean },
): AsyncGenerator<Buffer> {
  let [skipped, given] = [0, 0];
  for await (const chunk of body) {
    const from = Math.min(chunk.length, skip - skipped);
    skipped += from;
    const part = chunk.subarray(from, from + most - given);
    given += part.length;
    if (part.length > 0) yield part;
  }
  if (given < most && !isWhole) throw new SealedError(name);
}

function toStream(plain: AsyncGenerator<Buffer>, source: Readable): Readable {
  // Its error surfaces in the generator.
  source.on('error', () => {});
  return Readable.from(plain, { objectMode: false }).once('close', () => source.destroy());
}
