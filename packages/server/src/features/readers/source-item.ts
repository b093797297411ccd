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
}

/** One address that a source names. */
export interface SourceItem {
  type: 'item';
  loc: string;
  /** What the source itself calls the video. */
  externalId?: string;
  metadata: SourceMetadata | null;
}

/** Something of a source that could not be read, in a sentence. */
export interface SourceProblem {
  type: 'problem';
  url: string;
  message: string;
}
