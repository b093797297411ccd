import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Videos } from '@vesper/core/db/schema.ts';
import type { Storage } from '@vesper/core/storage/storage.ts';
import { type MediaFile, recordFiles } from '@vesper/library/media';
import type { Insertable } from 'kysely';
import { makeVideo } from './factories.ts';

/** Every kind of file, by purpose and name. */
export const EVERY_FILE = Object.entries({
  play: 'video.mp4 hls.m3u8 720p.m3u8 720p.mp4 audio.m3u8 audio.mp4 storyboard.vtt storyboard.webp',
  thumbnail: '320.webp 640.webp 1280.webp 320.avif 640.avif 1280.avif',
  preview: 'preview.mp4',
} satisfies Partial<Record<MediaFile['purpose'], string>>).flatMap(([purpose, names]) =>
  names.split(' ').map((name) => [purpose as MediaFile['purpose'], name] as const),
);

/** Repeated in every file, after its name. */
export const FILE_TEXT = 'neutral test material ';

export function bytesOf(name: string, sizeBytes = 2000): Buffer {
  return Buffer.alloc(sizeBytes, `${name} ${FILE_TEXT}`);
}

interface StoredVideo {
  storage: Storage;
  files?: readonly (readonly [MediaFile['purpose'], string])[];
  sizeBytes?: number;
  isSizeKnown?: boolean;
  fields?: Partial<Insertable<Videos>>;
}

/** A published hosted video with stored files; same bytes are stored once. Its id. */
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
