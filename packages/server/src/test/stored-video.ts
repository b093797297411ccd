import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Insertable } from 'kysely';
import type { Db } from '../kernel/db/pool.ts';
import type { Videos } from '../kernel/db/schema.ts';
import type { Storage } from '../kernel/storage/storage.ts';
import { type MediaFile, recordFiles } from '../library/media/index.ts';
import { makeVideo } from './factories.ts';

/** A file of each kind that a video can have, by the purpose and the name of its address. */
export const EVERY_FILE = [
  ['play', 'video.mp4'],
  ['play', 'hls.m3u8'],
  ['play', '720p.m3u8'],
  ['play', '720p.mp4'],
  ['play', 'audio.m3u8'],
  ['play', 'audio.mp4'],
  ['play', 'storyboard.vtt'],
  ['play', 'storyboard.webp'],
  ['thumbnail', '320.webp'],
  ['thumbnail', '640.webp'],
  ['thumbnail', '1280.webp'],
  ['thumbnail', '320.avif'],
  ['thumbnail', '640.avif'],
  ['thumbnail', '1280.avif'],
  ['preview', 'preview.mp4'],
] as const;

/** What stands in every file that `makeStoredVideo` makes, again and again, after its name. */
export const FILE_TEXT = 'neutral test material ';

export function bytesOf(name: string, sizeBytes = 2000): Buffer {
  return Buffer.alloc(sizeBytes, `${name} ${FILE_TEXT}`);
}

interface StoredVideo {
  storage: Storage;
  files?: readonly (readonly [MediaFile['purpose'], string])[];
  sizeBytes?: number;
  /** Whether the rows say how large the files are. */
  isSizeKnown?: boolean;
  fields?: Partial<Insertable<Videos>>;
}

/** A published hosted video with these files, really stored; those of the same bytes once. Returns its id. */
export async function makeStoredVideo(
  db: Db,
  { storage, files = EVERY_FILE, sizeBytes = 2000, isSizeKnown = true, fields = {} }: StoredVideo,
): Promise<string> {
  const rows = files.map(([purpose, name]): MediaFile => {
    const content = createHash('sha256').update(bytesOf(name, sizeBytes)).digest('hex').slice(0, 12);
    const key = `videos/st/stored/${purpose}-${content}-${name}`;
    return { key, purpose, name, place: storage.place, sizeBytes: isSizeKnown ? sizeBytes : null };
  });
  for (const { key, name } of rows) {
    if (!(await storage.head(key))) await storage.put(key, Readable.from([bytesOf(name, sizeBytes)]));
  }
  const keyOf = (purpose: string, name: string) =>
    rows.find((row) => row.purpose === purpose && row.name === name)?.key ?? '';
  const id = await makeVideo(db, {
    video_url: keyOf('play', 'video.mp4'),
    hls_url: keyOf('play', 'hls.m3u8'),
    storyboard_url: keyOf('play', 'storyboard.vtt'),
    thumbnail_url: keyOf('thumbnail', '640.webp'),
    preview_url: keyOf('preview', 'preview.mp4'),
    ...fields,
  });
  await recordFiles(db, id, rows);
  return id;
}
