import { SourceError, type SourceErrorCode } from '@vesper/core/lib/outbound/source-error.ts';

/** Text is clean and bounded, addresses are absolute. */
export interface SourceMetadata {
  title?: string;
  description?: string;
  tags?: string[];
  category?: string;
  externalId?: string;
  /** The file itself. */
  contentUrl?: string;
  /** A playlist, for when the file is missing or silent. */
  streamUrl?: string;
  /** A player page, for embedding. */
  embedUrl?: string;
  thumbnailUrl?: string;
  durationSeconds?: number;
  width?: number;
  height?: number;
  /** ISO 8601, in UTC. */
  publishedAt?: string;
  requiresSubscription?: boolean;
}

export interface SourceItem {
  type: 'item';
  /** Absolute http(s), as written in the source. */
  loc: string;
  externalId?: string;
  /** From a sitemap. */
  lastmod?: Date;
  metadata: SourceMetadata | null;
}

/** `url` is the file with the problem. */
export interface SourceProblem {
  type: 'problem';
  url: string;
  code: SourceErrorCode;
  kind: 'permanent' | 'transient';
  message: string;
  /** Milliseconds that the server asked for. */
  retryAfterMs?: number;
  /** Set for an address of another site. */
  host?: string;
}

/** The file answered 304. */
export interface SourceUnchanged {
  type: 'unchanged';
  /** As requested. */
  url: string;
}

/**
 * Follows a completely read file's last entry. Remember the validators only once all its entries are decided: a 304
 * would hide the others. Never follows a sitemap index: unchanged, it says nothing about its files.
 */
export interface SourceFileRead {
  type: 'file_read';
  /** As requested. */
  url: string;
  etag?: string;
  lastModified?: string;
}

export type SourceEntry = SourceItem | SourceProblem | SourceUnchanged | SourceFileRead;

const MAX_PROBLEMS = 100;

export function toProblem(url: string, error: SourceError): SourceProblem {
  const { code, message, retryAfterMs } = error;
  const kind = isUnknownSite(error) ? 'permanent' : error.kind;
  return { type: 'problem', url, code, kind, message, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

export function toLineProblem(
  url: string,
  { line, message, code = 'bad_line' }: { line: number; message: string; code?: SourceErrorCode },
): SourceProblem {
  const sentence = `Line ${line.toLocaleString('en')} of the list was skipped. ${message}`;
  return toProblem(url, new SourceError(code, sentence));
}

/** Passes the first `maxProblems` problems and counts the others at the end. */
export async function* limitProblems<T extends { type: string }>(
  url: string,
  parts: AsyncIterable<T | readonly T[]>,
  maxProblems = MAX_PROBLEMS,
): AsyncGenerator<T | SourceProblem, void, undefined> {
  let problems = 0;
  for await (const part of parts) {
    for (const entry of Array.isArray(part) ? (part as readonly T[]) : [part as T]) {
      if (entry.type === 'problem') problems += 1;
      if (entry.type !== 'problem' || problems <= maxProblems) yield entry;
    }
  }
  if (problems > maxProblems) {
    const count = (problems - maxProblems).toLocaleString('en');
    yield toProblem(url, new SourceError('too_many', `${count} further problems were only counted.`));
  }
}

/** DNS will not find the site in a moment either. */
function isUnknownSite({ code, cause }: SourceError): boolean {
  return code === 'robots_unreachable' && cause instanceof SourceError && cause.code === 'dns';
}
