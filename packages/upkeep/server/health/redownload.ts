import type { Db } from '@vesper/core/db/pool.ts';
import { BY_HAND_PRIORITY, queueDownloads } from '@vesper/intake/downloads';
import type { SourceMetadata } from '@vesper/intake/readers';
import { lockVideosToRedownload, returnToProcessing } from '@vesper/library/videos';

/** Hides the videos until a download returns them to their old place with their views. Returns how many. */
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
  // Locks the queue's counts before the library's, like the end of a download.
  const queued = await queueDownloads(tx, downloads);
  const ids = videos.map(({ id }) => id);
  if (ids.length > 0) await returnToProcessing(tx, ids);
  return queued;
}
