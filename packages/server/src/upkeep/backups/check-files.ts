import path from 'node:path';
import { SourceError } from '../../kernel/lib/outbound/source-error.ts';
import { withLocalFile } from '../../kernel/storage/local-file.ts';
import type { Storage } from '../../kernel/storage/storage.ts';
import { probeVideo } from '../../library/media/index.ts';
import { type CopiedFile, type Copy, poolKeyOf, readList } from './file-lists.ts';
import { DamagedError, digestOf, type FilesPart } from './parts.ts';

/** How many films of a check are opened as films. */
const PROBED_FILMS = 3;
const FILM = /(?:^|\/)video-[^/]+\.mp4$/;

interface CheckOptions {
  /** The last key that the check before has read. */
  after: string;
  most: number;
  /** For films of a bucket. */
  folder: string;
  signal: AbortSignal;
}

/**
 * Reads copies again, those that follow in the list on the check before, round and round: so each is read in time. Yields
 * the key of each, with a sentence if anything is wrong.
 */
export async function* checkFiles(
  storage: Storage,
  of: { name: string; files: FilesPart },
  { after, most, folder, signal }: CheckOptions,
): AsyncGenerator<{ key: string; fault: string | undefined }> {
  let [read, films] = [0, 0];
  for (const isSecondRound of [false, true])
    for await (const file of readList(storage, of.name, of.files.list)) {
      if (read >= most || (isSecondRound && file.key > after)) break;
      if (!file.copy || (!isSecondRound && file.key <= after)) continue;
      read += 1;
      let fault = await faultOf(storage, file, file.copy, signal);
      if (fault === undefined && films < PROBED_FILMS && FILM.test(file.key)) {
        films += 1;
        fault = await faultOfFilm(storage, poolKeyOf(file, file.copy), { folder, signal });
      }
      yield { key: file.key, fault };
    }
}

/** What is wrong with a copy, in a sentence. */
export async function faultOf(
  storage: Storage,
  file: Pick<CopiedFile, 'key'>,
  copy: Copy,
  signal: AbortSignal,
): Promise<string | undefined> {
  const key = poolKeyOf(file, copy);
  try {
    const body = await storage.read(key);
    if (!body) return `${key} is missing.`;
    const found = await digestOf(body, signal);
    return found.sha256 === copy.sha256 ? undefined : damagedCopy(key);
  } catch (error) {
    if (error instanceof DamagedError) return error.message;
    throw error;
  }
}

export function damagedCopy(key: string): string {
  return `${key} is damaged: its bytes have changed.`;
}

async function faultOfFilm(
  storage: Storage,
  key: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<string | undefined> {
  try {
    await withLocalFile(storage, key, { folder: path.join(folder, 'films'), signal }, (localPath) =>
      probeVideo(localPath, { signal }),
    );
    return undefined;
  } catch (error) {
    if (error instanceof SourceError)
      return `${key} is as it was copied, and cannot be played: ${error.message}`;
    throw error;
  }
}
