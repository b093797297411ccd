import { hash } from 'node:crypto';
import type { Validators } from '../../kernel/http/preconditions.ts';
import { downloadDisposition, downloadName } from '../../kernel/lib/download-name.ts';
import { contentTypeOf } from '../../kernel/storage/content-types.ts';
import { variesByAccept } from './file-choice.ts';
import type { AskedFile, DatedFile, MediaFile } from './files.ts';

/**
 * A file's key tells its content, so key and size tell the version: the same on every node, in a folder and in a
 * bucket, whatever the clocks say. Hashed, because keys are nobody's business.
 */
export function validatorsOf({ key, storedAt }: DatedFile, sizeBytes: number): Validators {
  const digest = hash('sha256', `${key} ${sizeBytes}`, 'base64url').slice(0, 24);
  return { etag: `"${digest}"`, lastModified: storedAt };
}

/** What every answer about a file says, a 304 among them. `asked`: the address. */
export function fileHeaders(asked: Pick<MediaFile, 'purpose' | 'name'>, validators: Validators) {
  return {
    etag: validators.etag,
    'last-modified': validators.lastModified.toUTCString(),
    'cache-control': `private, ${keepFor(asked)}`,
    'cross-origin-resource-policy': 'same-site',
    ...(variesByAccept(asked) ? { vary: 'Accept' } : {}),
  };
}

/** What is said besides of an answer that has a body, or that tells what one would be. */
export function bodyHeaders(wanted: AskedFile) {
  return {
    // By the ending alone, which we have chosen: never by what the file may hold.
    'content-type': contentTypeOf(wanted.file.name),
    'content-disposition': dispositionOf(wanted),
    'accept-ranges': 'bytes',
  };
}

/** Whether the file is shown, or saved under a name that tells the video's title. */
export function dispositionOf({ asked, file: { title, name } }: AskedFile): string {
  if (!asked.isDownload) return 'inline';
  return downloadDisposition(downloadName(title, name.slice(name.lastIndexOf('.') + 1)));
}

/** No shared cache may keep a file, and a browser its pictures for minutes only: a takedown works at once. */
export function keepFor(asked: Pick<MediaFile, 'purpose' | 'name'>): string {
  return isFilm(asked) ? 'no-cache' : 'max-age=300';
}

/** The film, its streams and playlists; not the pictures for seeking, which share their prefix. */
export function isFilm({ purpose, name }: Pick<MediaFile, 'purpose' | 'name'>): boolean {
  return purpose === 'play' && !name.startsWith('storyboard');
}
