import type { SourceErrorCode } from '../../kernel/lib/outbound/source-error.ts';

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
