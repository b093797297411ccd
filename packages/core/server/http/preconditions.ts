import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

export interface Validators {
  etag: string;
  lastModified: Date;
}

export function etagOf(...contents: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  return `"${hash.digest('base64url').slice(0, 22)}"`;
}

/** In the order of RFC 9110, section 13.2.2; without ranges. */
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

/** Without If-Range, or with our ETag or exact date (RFC 9110, section 13.1.5). */
export function rangeApplies(ifRange: string | string[] | undefined, validators: Validators): boolean {
  if (ifRange === undefined || ifRange === validators.etag) return true;
  return readDate(String(ifRange)) === secondsOf(validators.lastModified);
}

/** Weak comparison with If-None-Match. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch !== undefined && matches(ifNoneMatch, etag, 'weak');
}

/** Entity tags, or `*` for any. */
function matches(list: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (list.trim() === '*') return true;
  const tags = list.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag === etag || (comparison === 'weak' && opaque(tag) === opaque(etag)));
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '');
}

/** Seconds since 1970; undefined for an invalid date, which must be ignored. */
function readDate(text: string | undefined): number | undefined {
  if (!text?.endsWith(' GMT')) return undefined;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : secondsOf(date);
}

function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
