import type { Clock } from '@vesper/core/lib/clock.ts';
import { contentTypeOf } from '@vesper/core/storage/content-types.ts';
import { isStorageKey, type Storages } from '@vesper/core/storage/storage.ts';
import type { AskedFile } from '../files/files.ts';
import { variesByAccept } from './file-choice.ts';
import { dispositionOf, isFilm, keepFor } from './file-headers.ts';
import { sharedExpiry } from './signing.ts';

export type Accel = { kind: 'off' } | { kind: 'x-accel'; prefix: string } | { kind: 'x-sendfile' };

/** In seconds: how long a bucket address outlives a removal, and how long visitors share it, for browser caches. */
const PICTURE_LIFE = 5 * 60;
const FILM_LIFE = 15 * 60;
const SHARED_FOR = 5 * 60;

/** They name other files by relative addresses, so they cannot come from the bucket. */
const NAMES_OTHERS = /\.(m3u8|vtt)$/;

/** The headers that make the proxy send the file. */
export function accelHeaders(
  accel: Accel,
  { key, localPath }: { key: string; localPath: string },
  bytesPerSecond: number,
): Record<string, string> {
  if (accel.kind === 'off') return {};
  if (accel.kind === 'x-sendfile') return { 'x-sendfile': encodePath(localPath) };
  return {
    'x-accel-redirect': accel.prefix + encodePath(key),
    ...(bytesPerSecond > 0 ? { 'x-accel-limit-rate': String(bytesPerSecond) } : {}),
  };
}

/** A redirect to the bucket; undefined if the file is missing or must be sent by us. */
export async function directHeaders(
  storages: Storages,
  wanted: AskedFile,
  clock: Clock,
): Promise<Record<string, string> | undefined> {
  const { asked, file } = wanted;
  const storage = storages.all.find(({ place }) => place === file.place);
  if (!storage || !isStorageKey(file.key) || NAMES_OTHERS.test(file.name)) return undefined;
  const life = isFilm(asked) ? FILM_LIFE : PICTURE_LIFE;
  const expiresAt = sharedExpiry(clock.now(), life, SHARED_FOR);
  const location = await storage.signedUrl(file.key, {
    expiresAt,
    contentType: contentTypeOf(file.name),
    contentDisposition: dispositionOf(wanted),
  });
  if (location === undefined) return undefined;
  return {
    location,
    // A picture's redirect may be cached as long as the picture.
    'cache-control': isFilm(asked) ? 'private, no-store' : `private, ${keepFor(asked)}`,
    'cross-origin-resource-policy': 'same-site',
    ...(variesByAccept(asked) ? { vary: 'Accept' } : {}),
  };
}

/** The bucket's origin, for the pages' content security policy. */
export async function directOrigin(storages: Storages, clock: Clock): Promise<string | undefined> {
  const expiresAt = sharedExpiry(clock.now(), FILM_LIFE, SHARED_FOR);
  for (const storage of storages.all) {
    const url = await storage.signedUrl('origin', {
      expiresAt,
      contentType: 'video/mp4',
      contentDisposition: 'inline',
    });
    if (url !== undefined) return new URL(url).origin;
  }
  return undefined;
}

/** Prevents header injection; keeps slashes. */
function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
