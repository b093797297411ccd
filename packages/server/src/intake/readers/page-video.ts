/** What a page says about its video. Text is plain and bounded, addresses are absolute http(s). */
export interface PageVideo {
  title: string;
  description: string;
  tags: string[];
  category?: string;
  /** The site's own id for the video. */
  externalId?: string;
  thumbnailUrl?: string;
  /** The file itself. */
  contentUrl?: string;
  /** A page with a player, for embedding. */
  embedUrl?: string;
  durationSeconds?: number;
  uploadedAt?: Date;
  expiresAt?: Date;
  viewCount?: number;
  /** In pixels. */
  width?: number;
  height?: number;
  familyFriendly?: boolean;
}

/** `first`, completed with `second`. */
export function mergeVideos(first: PageVideo, second: PageVideo | undefined): PageVideo {
  if (!second) return first;
  return {
    ...second,
    ...first,
    title: first.title || second.title,
    description: first.description || second.description,
    tags: first.tags.length > 0 ? first.tags : second.tags,
  };
}
