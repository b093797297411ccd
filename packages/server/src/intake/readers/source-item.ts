import { SourceError, type SourceErrorCode } from '../../kernel/lib/outbound/source-error.ts';

/** A source's description of a video before its download. Text is clean and bounded, addresses are absolute. */
export interface SourceMetadata {
  title?: string;
  description?: string;
  tags?: string[];
  category?: string;
  /** The source's own id for the video. */
  externalId?: string;
  /** The file itself. */
  contentUrl?: string;
  /** A playlist of the film, for when the file is missing or silent. */
  streamUrl?: string;
  /** A page with a player, for embedding. */
  embedUrl?: string;
  thumbnailUrl?: string;
  durationSeconds?: number;
  /** In pixels. */
  width?: number;
  height?: number;
  /** When the source published the video: ISO 8601, in UTC. */
  publishedAt?: string;
  /** Then it is not downloaded. */
  requiresSubscription?: boolean;
}

/** One address that a source names. */
export interface SourceItem {
  type: 'item';
  /** Absolute, http or https, as written in the source. */
  loc: string;
  /** The source's own id for the video. */
  externalId?: string;
  /** When its page last changed, as a sitemap says. */
  lastmod?: Date;
  metadata: SourceMetadata | null;
}

/** An unreadable part of a source, in a sentence; `url` is the file with it. */
export interface SourceProblem {
  type: 'problem';
  url: string;
  code: SourceErrorCode;
  kind: 'permanent' | 'transient';
  message: string;
  /** The wait that the server asked for, in milliseconds. */
  retryAfterMs?: number;
  /** Of an address that belongs to another site. */
  host?: string;
}

/** A file that answered 304: nothing has changed since its validators were remembered. */
export interface SourceUnchanged {
  type: 'unchanged';
  /** The requested address. */
  url: string;
}

/**
 * Follows the last entry of a file, if nothing of it was missed. Once all these entries are decided, the validators may
 * be remembered and sent with the next request; sooner, a 304 would hide what was not decided. Never follows a sitemap
 * index: an unchanged index says nothing about its files.
 */
export interface SourceFileRead {
  type: 'file_read';
  /** The requested address. */
  url: string;
  /** The answer's headers, unchanged. */
  etag?: string;
  lastModified?: string;
}

/** Everything that a source may yield. */
export type SourceEntry = SourceItem | SourceProblem | SourceUnchanged | SourceFileRead;

const MAX_PROBLEMS = 100;

export function toProblem(url: string, error: SourceError): SourceProblem {
  const { code, message, retryAfterMs } = error;
  const kind = isUnknownSite(error) ? 'permanent' : error.kind;
  return { type: 'problem', url, code, kind, message, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** An unusable line of a list. */
export function toLineProblem(
  url: string,
  { line, message, code = 'bad_line' }: { line: number; message: string; code?: SourceErrorCode },
): SourceProblem {
  const sentence = `Line ${line.toLocaleString('en')} of the list was skipped. ${message}`;
  return toProblem(url, new SourceError(code, sentence));
}

/**
 * The same entries, single or batched; only the first `maxProblems` problems, and at the end the number of the others.
 */
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

/** A site without an address will have none in a moment either. */
function isUnknownSite({ code, cause }: SourceError): boolean {
  return code === 'robots_unreachable' && cause instanceof SourceError && cause.code === 'dns';
}
