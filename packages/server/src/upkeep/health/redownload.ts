import { BY_HAND_PRIORITY, queueDownloads } from '../../intake/downloads/index.ts';
import type { SourceMetadata } from '../../intake/readers/index.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { lockVideosToRedownload, returnToProcessing } from '../../library/videos/index.ts';

/**
 * Takes hosted videos whose file is missing off the site and queues their downloads, in the caller's transaction. When
 * the file arrives, the same video is published again, with its views, in its old place. Returns how many downloads
 * were queued.
 */
export async function redownload(tx: Db, videoIds: readonly string[]): Promise<number> {
  const videos = await lockVideosToRedownload(tx, videoIds);
  const downloads = videos.map((video) => ({
    sourceUrl: video.source_url,
    sourceUrlHash: video.source_url_hash,
    sourceId: video.source_id,
    crawlerRunId: null,
    externalId: video.external_id,
    priority: BY_HAND_PRIORITY,
    metadata: video.metadata as SourceMetadata | null,
  }));
  // The queue's counts before the library's, in the same order as ending a download.
  const queued = await queueDownloads(tx, downloads);
  const ids = videos.map(({ id }) => id);
  if (ids.length > 0) await returnToProcessing(tx, ids);
  return queued;
}
