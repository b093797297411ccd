import { createHash } from 'node:crypto';
import { type DuplicateTest, IN_LIBRARY } from '@vesper/contract';
import type { FileEnds } from '../../intake/downloads/index.ts';
import type { Db } from '../../kernel/db/pool.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { selectKnownByEnds, selectKnownByFilmAddress } from './known-film-queries.ts';
import { isTelling, judgeLikeness } from './likeness.ts';
import {
  isKept,
  type KnownVideo,
  type LikeVideo,
  lockKeys,
  selectKnownByAddress,
  selectKnownByContent,
  selectKnownByExternalId,
  selectLikeVideos,
  selectTitleKey,
} from './queries.ts';

/** What is known of a video being downloaded. */
export interface Newcomer {
  addressHash: Buffer;
  /** Of the address that its page calls its own, if it is another one. */
  canonicalHash: Buffer | null;
  sourceId: string | null;
  externalId: string | null;
  /** Of the address of its film, if that would be transferred. */
  filmHash: Buffer | null;
  title: string;
  /** 0 if unknown. */
  durationSeconds: number;
  /** It takes the place of the video at its address. */
  isReplacing?: boolean;
}

export interface Finding {
  test: DuplicateTest;
  existing: KnownVideo;
  /** A sentence. */
  reason: string;
  /** Certainly the same: skipped. Otherwise published, for an administrator to look at. */
  isSure: boolean;
}

/** The video is skipped because it is here already. Ends its download for good. */
export class DuplicateError extends AppError {
  readonly finding: Finding;

  constructor(finding: Finding) {
    // A removed video does not come back under another address.
    if (finding.existing.status === 'removed')
      super('gone', 'This video was removed and is not taken in again.');
    else super('conflict', IN_LIBRARY);
    this.finding = finding;
  }
}

/** The tests that do not need the file, cheapest first. */
export async function findBeforeFetching(db: Db, newcomer: Newcomer): Promise<Finding | undefined> {
  return (
    (await findByAddress(db, newcomer)) ??
    (await findByExternalId(db, newcomer)) ??
    (await findByFilmAddress(db, newcomer)) ??
    (await findByLikeness(db, newcomer))
  );
}

/** The test by a film's length and both ends, which saves the rest of its transfer. */
export async function findByEnds(
  db: Db,
  { addressHash }: Pick<Newcomer, 'addressHash'>,
  ends: FileEnds,
): Promise<Finding | undefined> {
  const existing = await selectKnownByEnds(db, { ...ends, addressHash });
  const reason = 'Its film has the length, the beginning and the end of that of an existing video.';
  return existing && { test: 'content', existing, reason, isSure: true };
}

/** The test by file, which saves processing it. */
export async function findByContent(
  db: Db,
  { addressHash }: Pick<Newcomer, 'addressHash'>,
  contentSha256: Buffer | null,
): Promise<Finding | undefined> {
  if (contentSha256 === null) return undefined;
  const existing = await selectKnownByContent(db, { contentSha256, addressHash });
  const reason = 'Its file is identical to that of an existing video.';
  return existing && { test: 'content', existing, reason, isSure: true };
}

/**
 * Repeats all tests that another download may have changed, in the publishing transaction: of two downloads of the same
 * video, the second waits here until the first is public.
 */
export async function findBeforePublishing(
  tx: Db,
  newcomer: Newcomer,
  contentSha256: Buffer | null,
): Promise<Finding | undefined> {
  await lockKeys(tx, publishingKeys(newcomer, contentSha256));
  return (
    (await findByExternalId(tx, newcomer)) ??
    (await findByContent(tx, newcomer, contentSha256)) ??
    (await findByLikeness(tx, newcomer))
  );
}

async function findByAddress(
  db: Db,
  { addressHash, canonicalHash, isReplacing }: Newcomer,
): Promise<Finding | undefined> {
  const own = isReplacing ? undefined : await selectKnownByAddress(db, [addressHash]);
  if (own) {
    const reason = 'Its address belongs to an existing video.';
    return { test: 'address', existing: own, reason, isSure: true };
  }
  const existing = canonicalHash ? await selectKnownByAddress(db, [canonicalHash], addressHash) : undefined;
  const reason = 'Its page names the address of an existing video as its own.';
  return existing && { test: 'address', existing, reason, isSure: true };
}

async function findByExternalId(
  db: Db,
  { sourceId, externalId, addressHash }: Newcomer,
): Promise<Finding | undefined> {
  if (sourceId === null || externalId === null) return undefined;
  const existing = await selectKnownByExternalId(db, { sourceId, externalId, addressHash });
  const reason = `Its source calls it "${externalId}", like an existing video.`;
  return existing && { test: 'external_id', existing, reason, isSure: true };
}

async function findByFilmAddress(db: Db, { filmHash, addressHash }: Newcomer): Promise<Finding | undefined> {
  if (filmHash === null) return undefined;
  const existing = await selectKnownByFilmAddress(db, { filmHash, addressHash });
  const reason = 'Its page names the film of an existing video.';
  return existing && { test: 'content', existing, reason, isSure: true };
}

async function findByLikeness(db: Db, newcomer: Newcomer): Promise<Finding | undefined> {
  const { addressHash, durationSeconds } = newcomer;
  if (durationSeconds <= 0) return undefined;
  const titleKey = await selectTitleKey(db, newcomer.title);
  if (!isTelling(titleKey)) return undefined;
  const candidates = await selectLikeVideos(db, { titleKey, durationSeconds, addressHash });
  const findings = candidates.flatMap((candidate) => likenessTo(candidate, titleKey, newcomer) ?? []);
  const finding = findings.find(({ isSure }) => isSure) ?? findings[0];
  // An administrator's decision about an address stands; a redownloaded video is not new.
  return finding && !(await isKept(db, addressHash)) ? finding : undefined;
}

function likenessTo(video: LikeVideo, titleKey: string, { sourceId }: Newcomer): Finding | undefined {
  const other = { titleKey: video.title_key, sourceId: video.source_id };
  const likeness = judgeLikeness({ titleKey, sourceId }, other);
  if (likeness === 'different') return undefined;
  const nearly = titleKey === video.title_key ? '' : 'nearly ';
  return {
    test: 'likeness',
    existing: { id: video.id, status: 'published' },
    reason: `"${video.title}" has ${nearly}the same title and the same length.`,
    isSure: likeness === 'same',
  };
}

/** One key for each thing that two concurrent downloads may share. */
function publishingKeys({ sourceId, externalId, title }: Newcomer, contentSha256: Buffer | null): bigint[] {
  const things = [`title ${title.toLowerCase()}`];
  if (contentSha256) things.push(`content ${contentSha256.toString('hex')}`);
  if (sourceId !== null && externalId !== null) things.push(`id ${sourceId} ${externalId}`);
  return things.map((thing) => createHash('sha256').update(thing).digest().readBigInt64BE());
}
