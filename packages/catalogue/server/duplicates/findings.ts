import { createHash } from 'node:crypto';
import { type DuplicateTest, IN_LIBRARY } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { FileEnds } from '@vesper/intake/downloads';
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

export interface Newcomer {
  addressHash: Buffer;
  /** Its page's canonical address, if another. */
  canonicalHash: Buffer | null;
  sourceId: string | null;
  externalId: string | null;
  /** If its file would be downloaded. */
  filmHash: Buffer | null;
  title: string;
  /** 0 if unknown. */
  durationSeconds: number;
  /** A new download for an existing video. */
  isReplacing?: boolean;
}

export interface Finding {
  test: DuplicateTest;
  existing: KnownVideo;
  reason: string;
  /** Skipped; otherwise published for review. */
  isSure: boolean;
}

/** Fails the download permanently. */
export class DuplicateError extends AppError {
  readonly finding: Finding;

  constructor(finding: Finding) {
    // A removed video does not come back by another address.
    if (finding.existing.status === 'removed')
      super('gone', 'This video was removed and will not be imported again.');
    else super('conflict', IN_LIBRARY);
    this.finding = finding;
  }
}

/** Tests without the file, cheapest first. */
export async function findBeforeFetching(db: Db, newcomer: Newcomer): Promise<Finding | undefined> {
  return (
    (await findByAddress(db, newcomer)) ??
    (await findByExternalId(db, newcomer)) ??
    (await findByFilmAddress(db, newcomer)) ??
    (await findByLikeness(db, newcomer))
  );
}

/** By length and both ends, which saves the rest of the download. */
export async function findByEnds(
  db: Db,
  { addressHash }: Pick<Newcomer, 'addressHash'>,
  ends: FileEnds,
): Promise<Finding | undefined> {
  const existing = await selectKnownByEnds(db, { ...ends, addressHash });
  return sure(
    'content',
    existing,
    'Its film has the same length, beginning and end as that of an existing video.',
  );
}

/** By file, which saves processing it. */
export async function findByContent(
  db: Db,
  { addressHash }: Pick<Newcomer, 'addressHash'>,
  contentSha256: Buffer | null,
): Promise<Finding | undefined> {
  if (contentSha256 === null) return undefined;
  const existing = await selectKnownByContent(db, { contentSha256, addressHash });
  return sure('content', existing, 'Its file is identical to one of an existing video.');
}

/** Repeated in the publishing transaction: of two concurrent downloads, the second waits for the first. */
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

function sure(test: DuplicateTest, existing: KnownVideo | undefined, reason: string): Finding | undefined {
  return existing && { test, existing, reason, isSure: true };
}

async function findByAddress(
  db: Db,
  { addressHash, canonicalHash, isReplacing }: Newcomer,
): Promise<Finding | undefined> {
  const own = isReplacing ? undefined : await selectKnownByAddress(db, [addressHash]);
  if (own) return sure('address', own, 'Its address belongs to an existing video.');
  const existing = canonicalHash ? await selectKnownByAddress(db, [canonicalHash], addressHash) : undefined;
  return sure('address', existing, 'The canonical address of its page belongs to an existing video.');
}

async function findByExternalId(
  db: Db,
  { sourceId, externalId, addressHash }: Newcomer,
): Promise<Finding | undefined> {
  if (sourceId === null || externalId === null) return undefined;
  const existing = await selectKnownByExternalId(db, { sourceId, externalId, addressHash });
  return sure(
    'external_id',
    existing,
    `Its ID at the source, "${externalId}", belongs to an existing video.`,
  );
}

async function findByFilmAddress(db: Db, { filmHash, addressHash }: Newcomer): Promise<Finding | undefined> {
  if (filmHash === null) return undefined;
  const existing = await selectKnownByFilmAddress(db, { filmHash, addressHash });
  return sure('content', existing, 'Its page links to the film of an existing video.');
}

async function findByLikeness(db: Db, newcomer: Newcomer): Promise<Finding | undefined> {
  const { addressHash, durationSeconds } = newcomer;
  if (durationSeconds <= 0) return undefined;
  const titleKey = await selectTitleKey(db, newcomer.title);
  if (!isTelling(titleKey)) return undefined;
  const candidates = await selectLikeVideos(db, { titleKey, durationSeconds, addressHash });
  const findings = candidates.flatMap((candidate) => likenessTo(candidate, titleKey, newcomer) ?? []);
  const finding = findings.find(({ isSure }) => isSure) ?? findings[0];
  // An administrator's decision stands; a redownload is not new.
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

/** A key for everything that concurrent downloads may share. */
function publishingKeys({ sourceId, externalId, title }: Newcomer, contentSha256: Buffer | null): bigint[] {
  const things = [`title ${title.toLowerCase()}`];
  if (contentSha256) things.push(`content ${contentSha256.toString('hex')}`);
  if (sourceId !== null && externalId !== null) things.push(`id ${sourceId} ${externalId}`);
  return things.map((thing) => createHash('sha256').update(thing).digest().readBigInt64BE());
}
