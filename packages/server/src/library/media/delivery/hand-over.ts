import type { Clock } from '../../../kernel/lib/clock.ts';
import { contentTypeOf } from '../../../kernel/storage/content-types.ts';
import { isStorageKey, type Storages } from '../../../kernel/storage/storage.ts';
import type { AskedFile } from '../files/files.ts';
import { variesByAccept } from './file-choice.ts';
import { dispositionOf, isFilm, keepFor } from './file-headers.ts';
import { sharedExpiry } from './signing.ts';

/** Who sends files from the folder: this process, or the proxy in front of it. */
export type Accel = { kind: 'off' } | { kind: 'x-accel'; prefix: string } | { kind: 'x-sendfile' };

/**
 * How long an address of the bucket is valid, in seconds, and how long all visitors share it, so that browsers can
 * cache pictures. It outlives a removed video by as long.
 */
const PICTURE_LIFE = 5 * 60;
const FILM_LIFE = 15 * 60;
const SHARED_FOR = 5 * 60;

/** These name other files by relative addresses, which would lead to the bucket if these came from there. */
const NAMES_OTHERS = /\.(m3u8|vtt)$/;

/** The headers that make the proxy send a file; none without a proxy. */
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

/** The headers of a redirect to the bucket; undefined where the file is missing or must be sent by us. */
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
    // A picture's redirect may be cached as long as the picture; a film's must be requested each time.
    'cache-control': isFilm(asked) ? 'private, no-store' : `private, ${keepFor(asked)}`,
    'cross-origin-resource-policy': 'same-site',
    ...(variesByAccept(asked) ? { vary: 'Accept' } : {}),
  };
}

/** The bucket's origin, which pages must allow; undefined without a bucket. */
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

/** Percent-encoded except slashes, so that no space or line break can end the header. */
function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
