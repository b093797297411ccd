import { hash } from 'node:crypto';
import type { Validators } from '../../../kernel/http/preconditions.ts';
import { downloadDisposition, downloadName } from '../../../kernel/lib/text/download-name.ts';
import { contentTypeOf } from '../../../kernel/storage/content-types.ts';
import type { AskedFile, DatedFile, MediaFile } from '../files/files.ts';
import { variesByAccept } from './file-choice.ts';

/**
 * A file's key is made of its content, so key and size identify the version: the same on every node, in folder and
 * bucket, regardless of clocks. Hashed, because keys are private.
 */
export function validatorsOf({ key, storedAt }: DatedFile, sizeBytes: number): Validators {
  const digest = hash('sha256', `${key} ${sizeBytes}`, 'base64url').slice(0, 24);
  return { etag: `"${digest}"`, lastModified: storedAt };
}

/** The headers of every answer about a file, including a 304. `asked`: the address. */
export function fileHeaders(asked: Pick<MediaFile, 'purpose' | 'name'>, validators: Validators) {
  return {
    etag: validators.etag,
    'last-modified': validators.lastModified.toUTCString(),
    'cache-control': `private, ${keepFor(asked)}`,
    'cross-origin-resource-policy': 'same-site',
    ...(variesByAccept(asked) ? { vary: 'Accept' } : {}),
  };
}

/** Additional headers of an answer with a body, or to a HEAD request. */
export function bodyHeaders(wanted: AskedFile) {
  return {
    // By the name's extension, which we chose, never by the file's content.
    'content-type': contentTypeOf(wanted.file.name),
    'content-disposition': dispositionOf(wanted),
    'accept-ranges': 'bytes',
  };
}

/** Whether the browser shows the file, or saves it under the video's title. */
export function dispositionOf({ asked, file: { title, name } }: AskedFile): string {
  if (!asked.isDownload) return 'inline';
  return downloadDisposition(downloadName(title, name.slice(name.lastIndexOf('.') + 1)));
}

/**
 * No shared cache may store a file, and a browser stores pictures only for minutes: a takedown takes effect at once.
 */
export function keepFor(asked: Pick<MediaFile, 'purpose' | 'name'>): string {
  return isFilm(asked) ? 'no-cache' : 'max-age=300';
}

/** The film, its streams and playlists, but not the pictures for seeking, which share their prefix. */
export function isFilm({ purpose, name }: Pick<MediaFile, 'purpose' | 'name'>): boolean {
  return purpose === 'play' && !name.startsWith('storyboard');
}
