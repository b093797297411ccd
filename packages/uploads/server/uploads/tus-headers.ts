import { DraftChange } from '@vesper/contract';
import { checked } from '@vesper/core/command.ts';
import { safeText, shownText } from '@vesper/core/contract';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Part } from './receiving.ts';

export const PART_TYPE = 'application/offset+octet-stream';
export const CHECKSUMS = ['sha256', 'sha1'] as const;

const DIGEST_BYTES: Readonly<Record<string, number>> = { sha256: 32, sha1: 20 };
const FINGERPRINT = 'It must be a SHA-256: 64 hex digits.';

const Metadata = z.object({
  filename: shownText(500).trim().min(1, 'A file needs a name.'),
  sourceId: safeText(100),
  fingerprint: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, FINGERPRINT)
    .optional(),
  replaces: safeText(100).optional(),
  draft: DraftChange.default({}),
});

type Headers = FastifyRequest['headers'];

/** Throws bad_request. */
export function readNewFile(headers: Headers) {
  if (headers['upload-defer-length'] !== undefined)
    throw new AppError('bad_request', 'Please send the length of the file in Upload-Length.');
  const sizeBytes = readNumber(headers, 'upload-length');
  if (sizeBytes === 0) throw new AppError('bad_request', 'This file is empty.');
  const { filename, fingerprint, replaces = null, ...rest } = checked(Metadata, readMetadata(headers));
  return {
    ...{ ...rest, sizeBytes, replaces, name: filename },
    fingerprint: fingerprint === undefined ? null : Buffer.from(fingerprint, 'hex'),
  };
}

/** Throws unsupported_media_type or bad_request. */
export function readPart(headers: Headers): Omit<Part, 'body'> {
  if (headers['content-type'] !== PART_TYPE)
    throw new AppError('unsupported_media_type', `The Content-Type must be ${PART_TYPE}.`);
  return {
    offset: readNumber(headers, 'upload-offset'),
    length: headers['content-length'] === undefined ? undefined : readNumber(headers, 'content-length'),
    checksum: readChecksum(headers),
  };
}

function readNumber(headers: Headers, name: string): number {
  const text = String(headers[name]);
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new AppError('bad_request', `The header ${name} must be a whole number of bytes.`);
}

function readChecksum(headers: Headers): Part['checksum'] {
  const text = headers['upload-checksum'];
  if (text === undefined) return undefined;
  const [algorithm = '', encoded = ''] = String(text).split(' ');
  const digest = Buffer.from(encoded, 'base64');
  if (digest.length === DIGEST_BYTES[algorithm]) return { algorithm, digest };
  throw new AppError(
    'bad_request',
    `Upload-Checksum must be one of ${CHECKSUMS.join(', ')}, and its digest.`,
  );
}

/** Keys with texts in base64; `draft` is JSON. */
function readMetadata(headers: Headers): Record<string, unknown> {
  const pairs = String(headers['upload-metadata'] ?? '').split(',');
  const entries = pairs.map((pair) => {
    const [key = '', encoded = ''] = pair.trim().split(' ');
    const text = Buffer.from(encoded, 'base64').toString();
    return [key, key === 'draft' ? readJson(text) : text];
  });
  return Object.fromEntries(entries);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('bad_request', 'The draft must be JSON.');
  }
}
