import { closeSync, createWriteStream, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Chunks, tooLargeError } from '@vesper/core/lib/outbound/response-body.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import yauzl from 'yauzl';
import type { SourceFileLimits } from '../file/source-file.ts';

const MOST_FILES = 1000;
/** Other files of an archive (licences, pictures) are skipped. */
const DUMP_NAME = /\.(?:csv|tsv|psv|txt|dat|dump|list|lst|tab)$/i;

/**
 * The delimited files of a zip archive in order, or its only file. Names are never used as paths. Kept on disk while
 * read: the directory is at the end. Throws SourceError beyond the limits or for a broken archive.
 */
export async function* unzip(
  body: Chunks,
  limits: SourceFileLimits,
): AsyncGenerator<Chunks, void, undefined> {
  const archive = await openNameless();
  let zip: yauzl.ZipFile | undefined;
  try {
    await pipeline(Readable.from(body), createWriteStream('', { fd: archive, autoClose: false }));
    // Sizes are checked while reading: a file that unpacks to more than it declares is broken.
    zip = await yauzl.fromFdPromise(archive, { lazyEntries: true, autoClose: false });
    yield* filesOf(zip, limits);
  } catch (error) {
    throw toSourceError(error);
  } finally {
    if (zip) zip.close();
    else closeSync(archive);
  }
}

/** An unlinked file: a killed process leaves nothing behind. */
async function openNameless(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-dump-'));
  try {
    return openSync(path.join(folder, 'dump.zip'), 'wx+');
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function* filesOf(
  zip: yauzl.ZipFile,
  limits: SourceFileLimits,
): AsyncGenerator<Chunks, void, undefined> {
  const entries = await chooseEntries(zip);
  let left = limits.maxFileBytes;
  for (const entry of entries) {
    requireModest(entry, left, limits);
    left -= entry.uncompressedSize;
    yield bytesOf(await zip.openReadStreamPromise(entry));
  }
}

async function chooseEntries(zip: yauzl.ZipFile): Promise<yauzl.Entry[]> {
  const files: yauzl.Entry[] = [];
  let met = 0;
  for await (const entry of zip.eachEntry()) {
    met += 1;
    if (met > MOST_FILES)
      throw new SourceError('too_many', `The archive contains more than ${MOST_FILES} files.`);
    if (!/\/$|^__MACOSX\/|(?:^|\/)\./.test(entry.fileName)) files.push(entry);
  }
  const named = files.filter(({ fileName }) => DUMP_NAME.test(fileName));
  if (named.length > 0) return named;
  if (files.length === 1) return files;
  throw new SourceError('bad_kind', 'The archive contains no file named like a dump, such as videos.csv.');
}

function requireModest(entry: yauzl.Entry, left: number, { maxFileBytes, maxRatio }: SourceFileLimits): void {
  const { uncompressedSize, compressedSize } = entry;
  if (entry.isEncrypted()) throw new SourceError('bad_encoding', 'The archive is encrypted.');
  if (uncompressedSize > left) throw tooLargeError(maxFileBytes);
  if (uncompressedSize > 1e6 && uncompressedSize > compressedSize * maxRatio) {
    const sentence = `The archive unpacks to more than ${maxRatio} times its size, which is refused.`;
    throw new SourceError('too_large', sentence);
  }
}

async function* bytesOf(stream: Readable): Chunks {
  try {
    yield* stream as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw toSourceError(error);
  } finally {
    stream.destroy();
  }
}

/** yauzl's errors have no code, zlib's begin with Z_; others are not the archive's. */
function toSourceError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof SourceError || error.name === 'AbortError') return error;
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined && !code.startsWith('Z_')) return error;
  return new SourceError('bad_encoding', 'The zip archive is broken.', { cause: error });
}
