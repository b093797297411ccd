import { type DraftChange, EMPTY_DRAFT, UploadDraft } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { DiskWatch } from '@vesper/core/lib/files/disk-watch.ts';
import { addressHash, canonicalAddress } from '@vesper/core/lib/text/canonical-address.ts';
import { BY_HAND_PRIORITY, insertDownloads, type NewDownload } from '@vesper/intake/downloads';
import { requireCovered, requireSource } from '@vesper/intake/sources';
import { lockReplaceable, resumeBringing } from '@vesper/library/videos';
import {
  insertUpload,
  lockReceiving,
  selectUpload,
  setReceived,
  type UploadRow,
  updateDraft,
} from './queries.ts';

export interface Receiving {
  db: Db;
  disks: Pick<DiskWatch, 'requireRoom' | 'blame' | 'look'>;
  uploadsDirectory: string;
  config: { uploadMaxBytes: number };
}

export interface NewFile {
  ownerId: string;
  sourceId: string;
  name: string;
  sizeBytes: number;
  fingerprint: Buffer | null;
  draft: DraftChange;
  /** The video whose film it replaces. */
  replaces: string | null;
}

const MISSING = 'This upload does not exist.';
export const NO_ROOM = 'There is no room for this file at the moment. Please try again later.';
const NOT_REPLACEABLE =
  'Only the film of a hosted video that is public, or whose film is gone, can be replaced.';

/** Throws payload_too_large, no_room, not_found, bad_request or conflict. */
export async function beginUpload(receiving: Receiving, file: NewFile): Promise<UploadRow> {
  const { db, config } = receiving;
  if (file.sizeBytes > config.uploadMaxBytes)
    throw new AppError('payload_too_large', `This file is larger than ${inWords(config.uploadMaxBytes)}.`);
  await requireRoomFor(receiving, file.sizeBytes);
  const source = await requireSource(db, file.sourceId);
  if (source.kind !== 'upload')
    throw new AppError('bad_request', 'An upload belongs to a source of the kind "upload".');
  await requireCovered(db, file.sourceId);
  const draft = changed(EMPTY_DRAFT, file.draft);
  const { replaces } = file;
  if (replaces !== null && !(await lockReplaceable(db, replaces)))
    throw new AppError('conflict', NOT_REPLACEABLE);
  return requireUpload(db, await insertUpload(db, { ...file, draft }));
}

function inWords(bytes: number): string {
  const megabytes = bytes / 1024 ** 2;
  return megabytes % 1024 === 0 ? `${megabytes / 1024} GB` : `${megabytes} MB`;
}

async function requireRoomFor({ disks, uploadsDirectory }: Receiving, bytes: number): Promise<void> {
  const disk = (await disks.look()).find(({ folders }) => folders.includes(uploadsDirectory));
  const isOpen = disk?.state === 'ok' || disk?.state === 'low';
  if (!isOpen || disk.freeBytes < bytes) throw new AppError('no_room', NO_ROOM);
}

function changed(draft: UploadDraft, change: DraftChange): UploadDraft {
  const whole = UploadDraft.parse({ ...draft, ...change });
  if (whole.publish === 'later' && whole.publishAt === null)
    throw new AppError('bad_request', 'Please say when it is to be public.');
  return whole;
}

/** Throws not_found. */
export async function requireUpload(db: Db, id: string): Promise<UploadRow> {
  const row = await selectUpload(db, id);
  if (!row) throw new AppError('not_found', MISSING);
  return row;
}

/** Throws not_found, bad_request, or conflict once its film is published or refused. */
export async function changeDraft(db: Db, id: string, change: DraftChange) {
  const before = await requireUpload(db, id);
  changed(before.draft, change);
  if (!(await updateDraft(db, id, change)))
    throw new AppError('conflict', 'This upload is done with: edit its video instead.');
  return { before, after: await requireUpload(db, id) };
}

/** Queues its film once all bytes have arrived. Safe to repeat. */
export async function finishReceiving(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const upload = await lockReceiving(tx, id);
    if (!upload) return;
    const download = await downloadOf(tx, id, upload);
    const { rows } = await insertDownloads(tx, download ? [download] : [], { rowLimit: 1 });
    const [queued] = rows;
    if (queued) await resumeBringing(tx, [queued.source_url_hash]);
    const refusal = download ? 'Its address is in the queue already, or blocked.' : NOT_REPLACEABLE;
    await setReceived(tx, id, { downloadId: queued?.id ?? null, refusal: queued ? null : refusal });
  });
}

/** Undefined if it replaces the film of a video for which that is no longer possible. */
async function downloadOf(
  tx: Db,
  id: string,
  { sourceId, replaces }: { sourceId: string; replaces: string | null },
): Promise<NewDownload | undefined> {
  const common = { sourceId, externalId: id, crawlerRunId: null, metadata: null, priority: BY_HAND_PRIORITY };
  if (replaces !== null) {
    const video = await lockReplaceable(tx, replaces);
    return video && { ...common, sourceUrl: video.url, sourceUrlHash: video.hash, videoId: replaces };
  }
  const { base_url: baseUrl } = await requireSource(tx, sourceId);
  const sourceUrl = canonicalAddress(`${baseUrl.replace(/\/?$/, '/')}${id}`);
  return { ...common, sourceUrl, sourceUrlHash: addressHash(sourceUrl) };
}
