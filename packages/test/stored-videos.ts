import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Videos } from '@vesper/core/db/schema.ts';
import type { Storage } from '@vesper/core/storage/storage.ts';
import { recordFiles } from '@vesper/library/media';
import type { Insertable } from 'kysely';
import { makeVideo } from './factories.ts';
import type { TestSite } from './site.ts';

export interface StoredVideo {
  id: string;
  /** Of its film. */
  key: string;
  bytes: Buffer;
}

/** A published video whose film, some random kilobytes, is in the storage. */
export async function storeVideo(
  { base, storage }: TestSite,
  fields: Partial<Insertable<Videos>> = {},
  to: Storage = storage,
): Promise<StoredVideo> {
  const id = await makeVideo(base.db, fields);
  const key = `videos/${id.slice(0, 2)}/${id}/video-1.mp4`;
  const bytes = randomBytes(500 + Math.floor(Math.random() * 4000));
  await to.put(key, Readable.from([bytes]));
  await base.db.updateTable('videos').set({ video_url: key }).where('id', '=', id).execute();
  const file = { key, purpose: 'play', name: 'video.mp4', place: to.place, sizeBytes: bytes.length } as const;
  await recordFiles(base.db, id, [file]);
  return { id, key, bytes };
}

/** Fetches a video by a signed address, as a player does. */
export async function play(site: TestSite, id: string): Promise<{ status: number; bytes: Buffer }> {
  const { signedUrl } = await site.client.media.signVideo({ id });
  return fetchMedia(site, signedUrl);
}

export async function fetchMedia(
  site: TestSite,
  address: string,
): Promise<{ status: number; bytes: Buffer }> {
  const response = await fetch(new URL(address, site.url));
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}
