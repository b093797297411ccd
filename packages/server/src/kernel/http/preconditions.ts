import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Distinguishes versions of a file. */
export interface Validators {
  /** A strong one, quoted. */
  etag: string;
  lastModified: Date;
}

/** A strong, quoted tag of what an answer consists of. */
export function etagOf(...contents: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}

/** In the order of RFC 9110, section 13.2.2; ranges are handled afterwards. */
export function evaluatePreconditions(
  headers: FastifyRequest['headers'],
  validators: Validators,
): 'met' | 'failed' | 'not_modified' {
  const changedAt = secondsOf(validators.lastModified);
  const unmodifiedSince = readDate(headers['if-unmodified-since']);
  if (headers['if-match'] !== undefined) {
    if (!matches(headers['if-match'], validators.etag, 'strong')) return 'failed';
  } else if (unmodifiedSince !== undefined && changedAt > unmodifiedSince) return 'failed';

  const modifiedSince = readDate(headers['if-modified-since']);
  if (headers['if-none-match'] !== undefined)
    return matches(headers['if-none-match'], validators.etag, 'weak') ? 'not_modified' : 'met';
  return modifiedSince !== undefined && changedAt <= modifiedSince ? 'not_modified' : 'met';
}

/**
 * Whether the Range header applies: without If-Range, or if it has our ETag or exactly our date (RFC 9110, section
 * 13.1.5).
 */
export function rangeApplies(ifRange: string | string[] | undefined, validators: Validators): boolean {
  if (ifRange === undefined || ifRange === validators.etag) return true;
  return readDate(String(ifRange)) === secondsOf(validators.lastModified);
}

/** Whether an If-None-Match header names this quoted tag, weak or strong. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch !== undefined && matches(ifNoneMatch, etag, 'weak');
}

/** A list of entity tags, or `*` for any. */
function matches(list: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (list.trim() === '*') return true;
  const tags = list.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag === etag || (comparison === 'weak' && opaque(tag) === opaque(etag)));
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}

/** In seconds since 1970; undefined for an invalid date, which must be ignored. */
function readDate(text: string | undefined): number | undefined {
  if (!text?.endsWith(' GMT')) return undefined;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : secondsOf(date);
}

function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
