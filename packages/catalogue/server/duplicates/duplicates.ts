import {
  type DuplicateCheck,
  DuplicateDecision,
  type DuplicateList,
  DuplicateVideo,
  type ParsedInput,
  type Routes,
} from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { viewOf } from '@vesper/core/db/view-of.ts';
import { acceptedAddress, addressHash } from '@vesper/core/lib/text/canonical-address.ts';
import { blockedMessage, selectAddressBlock } from '@vesper/intake/block-list';
import { selectExternalIdOf } from '@vesper/intake/downloads';
import type { HostAddresses } from '@vesper/library/media';
import { findVideoByAddress } from '@vesper/library/videos';
import {
  type DecidedVideo,
  type DecisionRow,
  selectDecidedVideos,
  selectDecisions,
  selectKnownByAddress,
  selectKnownByExternalId,
  selectSkippedAs,
} from './queries.ts';

/** By address, by source id, or by the last download's finding. Throws bad_request for an unusable address. */
export async function checkDuplicate(db: Db, sourceUrl: string): Promise<DuplicateCheck> {
  const hash = addressHash(acceptedAddress(sourceUrl));
  const existing =
    (await selectKnownByAddress(db, [hash])) ??
    // One being downloaded could not be queued either.
    (await findVideoByAddress(db, hash)) ??
    (await findByListedId(db, hash)) ??
    (await selectSkippedAs(db, hash));
  const block = await selectAddressBlock(db, hash);
  return {
    isDuplicate: existing !== undefined,
    existingVideoId: existing?.id ?? null,
    blocked: block ? blockedMessage(block) : null,
  };
}

async function findByListedId(db: Db, hash: Buffer) {
  const listed = await selectExternalIdOf(db, hash);
  return listed && selectKnownByExternalId(db, { ...listed, addressHash: hash });
}

/** Newest first. */
export async function listDecisions(
  db: Db,
  request: ParsedInput<Routes['duplicates']['list']>,
  thumbnailUrl: ThumbnailUrl,
): Promise<DuplicateList> {
  const rows = await selectDecisions(db, { ...request, limit: request.limit + 1 });
  const shown = rows.slice(0, request.limit);
  const ids = shown.flatMap((row) => [row.video_id, row.existing_video_id]).filter((id) => id !== null);
  const videos = new Map((await selectDecidedVideos(db, ids)).map((video) => [video.id, video]));
  const decisions = shown.map((row) => decisionView(row, videos, thumbnailUrl));
  return { decisions, nextBefore: rows.length > request.limit ? (decisions.at(-1)?.id ?? null) : null };
}

export type ThumbnailUrl = HostAddresses['thumbnailUrl'];

export function decisionView(
  row: DecisionRow,
  videos: ReadonlyMap<string, DecidedVideo>,
  thumbnailUrl: ThumbnailUrl,
): DuplicateDecision {
  const known = (id: string | null) => {
    const video = id === null ? undefined : videos.get(id);
    return video ? videoView(video, thumbnailUrl) : null;
  };
  const existing = known(row.existing_video_id);
  return viewOf(DuplicateDecision, row, {
    id: String(row.id),
    existingTitle: existing?.title ?? null,
    video: known(row.video_id),
    existing,
  });
}

/** Only public videos have file addresses. */
function videoView(row: DecidedVideo, thumbnailUrl: ThumbnailUrl): DuplicateVideo {
  return viewOf(DuplicateVideo, row, {
    thumbnailUrl: row.status === 'published' ? thumbnailUrl(row) : '',
    placeholder: row.placeholder || null,
  });
}
