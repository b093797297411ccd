import { SHARE_SIZES } from '@vesper/contract';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import type { Storages } from '@vesper/core/storage/storage.ts';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { MediaFile } from '../files/files.ts';
import { findPlace } from '../files/open-part.ts';

export interface ShareSize {
  width: number;
  height: number;
}

/** About two hundred of the largest: after a link is shared, several sites ask at once. */
const MOST_KEPT_BYTES = 16 * 1024 * 1024;
const MOST_AT_ONCE = 2;
const MOST_WAITING = 64;
/** If more would be cropped, the picture is shown whole on black. */
const MOST_CUT = 0.2;
const MOST_FILE_BYTES = 20 * 1024 * 1024;
const MOST_PIXELS = 50_000_000;
const MOST_SECONDS = 10;

/** From a name such as `1200x630.jpg`. */
export function shareSizeOf(name: string): ShareSize | undefined {
  return SHARE_SIZES.find(({ width, height }) => name === `${width}x${height}.jpg`);
}

/** JPEGs of exact sizes, cached: a storage key always has the same bytes. Throws unavailable if too many wait. */
export function createSharePictures({ storages, log }: { storages: Storages; log: Log }) {
  const kept = new LRUCache<string, Buffer>({
    maxSize: MOST_KEPT_BYTES,
    sizeCalculation: (bytes) => bytes.length,
  });
  const making = new Map<string, Promise<Buffer | undefined>>();
  const inTurn = pLimit(MOST_AT_ONCE);
  const nameOf = (file: MediaFile, size: ShareSize) => `${file.key} ${size.width}`;

  async function makeNow(file: MediaFile, size: ShareSize): Promise<Buffer | undefined> {
    const found = await findPlace(storages, file, log);
    if (!found || found.sizeBytes > MOST_FILE_BYTES) return undefined;
    const stream = await found.storage.read(file.key);
    if (!stream) return undefined;
    const bytes = await drawShare(Buffer.concat(await stream.toArray()), size);
    if (bytes) kept.set(nameOf(file, size), bytes);
    return bytes;
  }

  async function makeInTurn(file: MediaFile, size: ShareSize): Promise<Buffer | undefined> {
    if (inTurn.pendingCount >= MOST_WAITING)
      throw new AppError('unavailable', 'Too many pictures are being made. Please try again later.');
    return inTurn(makeNow, file, size);
  }

  return {
    kept: (file: MediaFile, size: ShareSize) => kept.get(nameOf(file, size)),
    /** Undefined if the stored picture is missing or damaged. */
    make(file: MediaFile, size: ShareSize): Promise<Buffer | undefined> {
      const name = nameOf(file, size);
      const begun = making.get(name) ?? makeInTurn(file, size).finally(() => making.delete(name));
      making.set(name, begun);
      return begun;
    },
  };
}

async function drawShare(bytes: Buffer, size: ShareSize): Promise<Buffer | undefined> {
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' });
    const { width, height } = await picture.metadata();
    const ratio = width / height / (size.width / size.height);
    const cut = 1 - Math.min(ratio, 1 / ratio);
    return await picture
      .timeout({ seconds: MOST_SECONDS })
      .resize({ ...size, fit: cut <= MOST_CUT ? 'cover' : 'contain', background: '#000' })
      .flatten({ background: '#000' })
      .toColourspace('srgb')
      .jpeg({ quality: 82 })
      .toBuffer();
  } catch {
    return undefined;
  }
}
