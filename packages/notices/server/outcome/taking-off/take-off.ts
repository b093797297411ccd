import type { Db } from '@vesper/core/db/pool.ts';
import { hashOfAddress } from '@vesper/core/lib/text/canonical-address.ts';
import { type Blocking, blockedMessage, insertBlocks } from '@vesper/intake/block-list';
import { cancelDownloadsOf } from '@vesper/intake/downloads';
import { recordBlockedVideos } from '@vesper/intake/ledger';
import { discardVideos, takeOffVideos } from '@vesper/library/videos';
import type { CaseRow } from '../../cases/index.ts';
import { type CountedStrike, strikeSource } from '../strikes.ts';
import {
  type FamilyVideo,
  insertTaken,
  MOST_FAMILY,
  selectFamilies,
  selectListedIds,
  selectTwinAddresses,
} from './take-off-queries.ts';

export interface TakeOff {
  caseRow: Pick<CaseRow, 'id' | 'kind'>;
  videoIds: readonly string[];
  strikes: boolean;
  now: Date;
}

export interface TakenOff {
  /** False if everything was already down. */
  isTaken: boolean;
  /** `takeOffCopies` continues with further copies. */
  isCut: boolean;
  strikes: CountedStrike[];
}

/**
 * Hides videos and copies, ends downloads, blocks addresses, ids and bytes, counts strikes, in the caller's
 * transaction. Hold the lock of merges and the case's row.
 */
export async function takeOff(tx: Db, { caseRow, videoIds, strikes, now }: TakeOff): Promise<TakenOff> {
  const videos = await selectFamilies(tx, videoIds);
  const named = videos.filter(({ id, named_id: namedId }) => id === namedId);
  const isTaken = await takeOffThese(tx, { caseRow, videos, named, now });
  const counted = strikes ? await strikeSources(tx, { caseId: caseRow.id, videos, named, now }) : [];
  const isCut = [...Map.groupBy(videos, (video) => video.named_id).values()].some(
    (family) => family.length >= MOST_FAMILY,
  );
  return { isTaken, isCut, strikes: counted };
}

type Exactly = Pick<TakeOff, 'caseRow' | 'now'> & Record<'videos' | 'named', readonly FamilyVideo[]>;

/** Exactly these; false if all were already down. Also ends downloads of the named ones. */
export async function takeOffThese(tx: Db, { caseRow, videos, named, now }: Exactly): Promise<boolean> {
  const { id: caseId } = caseRow;
  const allIds = [...new Set(videos.map(({ id }) => id))];
  const blocking = await blockingOf(tx, videos);
  const sourceIds = [...new Set(named.map((video) => video.source_id).filter((id) => id !== null))];
  // Lock order of ending a download: queue before library.
  const { addressHashes, externalIds } = blocking;
  const block = { reason: blockReason(caseRow), caseId };
  const refusal = blockedMessage(block);
  const cancelled = await cancelDownloadsOf(tx, {
    ...{ addressHashes, externalIds, videoIds: allIds, sourceIds },
    sentence: refusal,
  });
  const taken = await takeOffVideos(tx, allIds);
  await discardVideos(tx, cancelled);
  await insertTaken(tx, caseId, { taken, now });
  await insertBlocks(tx, blocking, block);
  await recordBlockedVideos(tx, { videoIds: allIds, addressHashes, detail: refusal, now });
  return taken.length > 0;
}

/** In the block list and the ledger. */
export function blockReason({ id, kind }: Pick<CaseRow, 'id' | 'kind'>): string {
  return kind === 'copyright'
    ? `Its video was removed after a copyright notice (request ${id}).`
    : `Its video was removed after a notice (case ${id}).`;
}

async function strikeSources(
  tx: Db,
  { caseId, videos, named, now }: { caseId: string; videos: FamilyVideo[]; named: FamilyVideo[]; now: Date },
): Promise<CountedStrike[]> {
  const counted: CountedStrike[] = [];
  for (const { id } of named) {
    const family = videos.filter(({ named_id: namedId }) => namedId === id);
    // One violation per case and source.
    if (counted.some(({ sourceId }) => sourceId === family[0]?.source_id)) continue;
    const strike = await strikeSource(tx, { caseId, videos: family, now });
    if (strike) counted.push(strike);
  }
  return counted;
}

/** Everything by which they could come back. */
export async function blockingOf(tx: Db, videos: readonly FamilyVideo[]): Promise<Blocking> {
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

/** Of films or players that stay at the source. */
function filmHashes({ kind, video_url: film, embed_url: player }: FamilyVideo): (Buffer | null)[] {
  return [kind === 'remote' ? film : '', player].filter((url) => url !== '').map(hashOfAddress);
}
