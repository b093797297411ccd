import { queueDownloads } from '../downloads/index.ts';
import type { TakeLines } from './decide-lines.ts';

/** Queues a download for each line; what the line says spares the request for its page. */
export function takeDownloads(sourceId: string): TakeLines {
  return async (tx, lines) => {
    await queueDownloads(
      tx,
      lines.map(({ url, hash, externalId, metadata }) => ({
        ...{ sourceUrl: url, sourceUrlHash: hash, sourceId, crawlerRunId: null, externalId },
        metadata: Object.keys(metadata).length > 0 ? metadata : null,
      })),
    );
    return lines.map(() => ({ decision: 'new', videoId: null }));
  };
}
