import type { SourceErrorCode } from '../../kernel/lib/source-error.ts';

/** What a source says of one video before its file has come. Text is clean and bounded, addresses are absolute. */
export interface SourceMetadata {
  title?: string;
  description?: string;
  tags?: string[];
  category?: string;
  /** What the source itself calls the video. */
  externalId?: string;
  /** The file itself. */
  contentUrl?: string;
  /** A page with a player, for embedding. */
  embedUrl?: string;
  thumbnailUrl?: string;
  durationSeconds?: number;
  /** In pixels. */
  width?: number;
  height?: number;
  /** When the source published the video: ISO 8601, in UTC. */
  publishedAt?: string;
}

/** One address that a source names. */
export interface SourceItem {
  type: 'item';
  /** Absolute, http or https, as it stands in the source. */
  loc: string;
  /** What the source itself calls the video. */
  externalId?: string;
  metadata: SourceMetadata | null;
}

/** Something of a source that could not be read, in a sentence; `url` is the file in which it stands. */
export interface SourceProblem {
  type: 'problem';
  url: string;
  code: SourceErrorCode;
  kind: 'permanent' | 'transient';
  message: string;
}

/** A file that answered 304: it says nothing that it did not say when its validators were remembered. */
export interface SourceUnchanged {
  type: 'unchanged';
  /** The address that was asked. */
  url: string;
}

/**
 * Comes after the last entry that hangs on a file, if nothing of it was missed. Once all those entries are
 * decided, the validators may be remembered and sent with the next request; sooner, a 304 would hide what was
 * not decided. Never comes for an index of sitemaps: its being unchanged says nothing of the files it names.
 */
export interface SourceFileRead {
  type: 'file_read';
  /** The address that was asked. */
  url: string;
  /** The headers of the answer, as they came. */
  etag?: string;
  lastModified?: string;
}

/** Whatever a source says. */
export type SourceEntry = SourceItem | SourceProblem | SourceUnchanged | SourceFileRead;
