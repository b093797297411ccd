import { hash } from 'node:crypto';
import type { Validators } from '@vesper/core/http/preconditions.ts';
import { downloadDisposition, downloadName } from '@vesper/core/lib/text/download-name.ts';
import { contentTypeOf } from '@vesper/core/storage/content-types.ts';
import type { AskedFile, DatedFile, MediaFile } from '../files/files.ts';
import { variesByAccept } from './file-choice.ts';

/** Keys derive from the content, so these are the same on every node and in every storage. Hashed: keys are private. */
export function validatorsOf({ key, storedAt }: DatedFile, sizeBytes: number): Validators {
  const digest = hash('sha256', `${key} ${sizeBytes}`, 'base64url').slice(0, 24);
  return { etag: `"${digest}"`, lastModified: storedAt };
}

/** For every answer, including a 304. */
export function fileHeaders(asked: Pick<MediaFile, 'purpose' | 'name'>, validators: Validators) {
  return {
    etag: validators.etag,
    'last-modified': validators.lastModified.toUTCString(),
    'cache-control': `private, ${keepFor(asked)}`,
    'cross-origin-resource-policy': 'same-site',
    ...(variesByAccept(asked) ? { vary: 'Accept' } : {}),
  };
}

/** For answers with a body, or to HEAD. */
export function bodyHeaders(wanted: AskedFile) {
  return {
    // From the name, which we chose, never from the content.
    'content-type': contentTypeOf(wanted.file.name),
    'content-disposition': dispositionOf(wanted),
    'accept-ranges': 'bytes',
  };
}

export function dispositionOf({ asked, file: { title, name } }: AskedFile): string {
  if (!asked.isDownload) return 'inline';
  return downloadDisposition(downloadName(title, name.slice(name.lastIndexOf('.') + 1)));
}

/** No shared cache, and pictures for minutes only: a takedown takes effect at once. */
export function keepFor(asked: Pick<MediaFile, 'purpose' | 'name'>): string {
  return isFilm(asked) ? 'no-cache' : 'max-age=300';
}

/** The film, its streams and playlists, but not the storyboard, which shares their prefix. */
export function isFilm({ purpose, name }: Pick<MediaFile, 'purpose' | 'name'>): boolean {
  return purpose === 'play' && !name.startsWith('storyboard');
}
