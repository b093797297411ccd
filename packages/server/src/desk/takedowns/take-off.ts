import { type Blocking, insertBlocks, REMOVED_BY_NOTICE } from '../../intake/block-list/index.ts';
import { cancelDownloadsOf } from '../../intake/downloads/index.ts';
import { recordBlockedVideos } from '../../intake/ledger/index.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { hashOfAddress } from '../../kernel/lib/canonical-address.ts';
import { discardVideos, takeOffVideos } from '../../library/videos/index.ts';
import { type CountedStrike, strikeSource } from './strikes.ts';
import {
  type FamilyVideo,
  insertTaken,
  selectFamily,
  selectListedIds,
  selectTwinAddresses,
} from './take-off-queries.ts';

export interface TakeOff {
  requestId: string;
  videoId: string;
  now: Date;
}

export interface TakenOff {
  /** False if everything was off the site before. */
  isTaken: boolean;
  /** Null if none was counted. */
  strike: CountedStrike | null;
}

/**
 * Takes a video and all its copies off the site, in the caller's transaction: hides them, ends their downloads, blocks
 * their addresses, ids and bytes, and counts a strike against the source. Hold the lock of merges and the notice's row.
 */
export async function takeOff(tx: Db, { requestId, videoId, now }: TakeOff): Promise<TakenOff> {
  const videos = await selectFamily(tx, videoId);
  const videoIds = videos.map(({ id }) => id);
  const blocking = await blockingOf(tx, videos);
  const sourceIds = [videos[0]?.source_id ?? null].filter((id) => id !== null);
  // First, in the same order as ending a download: the queue's rows before the library's.
  const { addressHashes, externalIds } = blocking;
  const cancelled = await cancelDownloadsOf(tx, {
    ...{ addressHashes, externalIds, videoIds, sourceIds },
    sentence: REMOVED_BY_NOTICE,
  });
  const taken = await takeOffVideos(tx, videoIds);
  await discardVideos(tx, cancelled);
  await insertTaken(tx, requestId, { taken, now });
  const reason = `Its video was removed after a copyright notice (request ${requestId}).`;
  await insertBlocks(tx, blocking, { reason, requestId });
  await recordBlockedVideos(tx, { videoIds, addressHashes, detail: REMOVED_BY_NOTICE, now });
  const strike = await strikeSource(tx, { requestId, videos, now });
  return { isTaken: taken.length > 0, strike };
}

async function blockingOf(tx: Db, videos: readonly FamilyVideo[]): Promise<Blocking> {
  const own = videos.map(({ source_url_hash: hash }) => hash);
  const twins = await selectTwinAddresses(
    tx,
    videos.map(({ id }) => id),
  );
  const named = videos.flatMap(({ source_id: sourceId, external_id: externalId }) =>
    sourceId === null || externalId === null ? [] : [{ sourceId, externalId }],
  );
  const others = videos.flatMap((video) => [video.canonical_url_hash, ...filmHashes(video)]);
  return {
    addressHashes: [...own, ...twins, ...others.filter((hash) => hash !== null)],
    externalIds: [...named, ...(await selectListedIds(tx, own))],
    contents: videos.map((video) => video.content_sha256).filter((hash) => hash !== null),
  };
}

/** The addresses of films, or of players, that stay at the source. */
function filmHashes({ kind, video_url: film, embed_url: player }: FamilyVideo): (Buffer | null)[] {
  return [kind === 'remote' ? film : '', player].filter((url) => url !== '').map(hashOfAddress);
}
