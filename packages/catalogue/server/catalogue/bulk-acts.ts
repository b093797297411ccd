import type { BulkAct, NewBulkAct, VideoFilter } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { selectCategoryNames } from './act-queries.ts';
import { type Change, tidyTags } from './act-rules.ts';
import { type Carried, carryOut, deleteForGood, type Subjects, undo } from './acts.ts';
import {
  advanceBulkAct,
  type BulkActRow,
  insertBulkAct,
  insertItems,
  lockBulkAct,
  lockRunningAct,
  type NewBulkRow,
  selectBulkAct,
  selectBulkActs,
  selectItems,
  selectRunningActs,
  stopRunning,
} from './bulk-queries.ts';
import { countVideos, findMatching, findVideos, formatKey, parseKey } from './finding.ts';
import { bulkActJob } from './jobs.ts';
import { toBulkAct } from './view.ts';

export interface BulkActDeps {
  db: Db;
  queue: Queue;
  clock: Clock;
}

const BATCH = 200;

interface Order {
  ids?: string[] | undefined;
  filter?: VideoFilter | undefined;
}

/** Throws bad_request if the category does not exist. */
export async function startBulkAct(
  deps: BulkActDeps,
  { ids, filter, act, reason, category, tags }: NewBulkAct,
  orderedBy: string,
): Promise<BulkAct> {
  if (category !== undefined) await requireCategory(deps.db, category);
  const change = {
    ...(act === 'remove' ? { reason: reason?.trim() ?? '' } : {}),
    ...(act === 'set_category' && category !== undefined ? { category } : {}),
    ...(act === 'add_tags' || act === 'remove_tags' ? { tags: requireTags(tags ?? []) } : {}),
  };
  return begin(deps, { act, change, ...(await scopeOf(deps.db, { ids, filter })), orderedBy });
}

export async function startBulkDeletion(
  deps: BulkActDeps,
  { blockFiles = false, ...order }: Order & { blockFiles?: boolean },
  orderedBy: string,
): Promise<BulkAct> {
  const change = blockFiles ? { blockFiles } : {};
  return begin(deps, { act: 'delete', change, ...(await scopeOf(deps.db, order)), orderedBy });
}

export async function requireCategory(db: Db, name: string): Promise<void> {
  if (!(await selectCategoryNames(db, [name])).has(name))
    throw new AppError('bad_request', `The category "${name}" does not exist.`);
}

function requireTags(tags: readonly string[]): string[] {
  const tidy = tidyTags(tags);
  if (tidy.length === 0) throw new AppError('bad_request', 'Please give at least one tag.');
  return tidy;
}

type Scope = Pick<NewBulkRow, 'filter' | 'videoIds' | 'expected' | 'expectedIsCapped' | 'cursor'>;

async function scopeOf(db: Db, { ids, filter }: Order): Promise<Scope> {
  if (ids) {
    const each = [...new Set(ids)].sort();
    return { videoIds: each, expected: each.length, cursor: '' };
  }
  const { total, totalIsCapped } = await countVideos(db, filter ?? {});
  return { filter: filter ?? {}, expected: total, expectedIsCapped: totalIsCapped };
}

async function begin(deps: BulkActDeps, row: NewBulkRow): Promise<BulkAct> {
  const id = await deps.db.transaction().execute((tx) => order(tx, deps.queue, row));
  return runFirstBatch(deps, id);
}

/** In the caller's transaction; can be undone like any act. */
export async function orderRemoval(
  tx: Db,
  queue: Queue,
  { ids, reason, orderedBy }: { ids: readonly string[]; reason: string; orderedBy: string },
): Promise<void> {
  const scope = await scopeOf(tx, { ids: [...ids] });
  await order(tx, queue, { act: 'remove', change: { reason }, ...scope, orderedBy });
}

async function order(tx: Db, queue: Queue, row: NewBulkRow): Promise<number> {
  const made = await insertBulkAct(tx, row);
  await queue.send(tx, bulkActJob, { bulkActId: made });
  return made;
}

/** Runs the first batch now, for a fast response; a job does the rest. */
async function runFirstBatch(deps: BulkActDeps, id: number): Promise<BulkAct> {
  await runBatch(deps, id);
  return getBulkAct(deps.db, id);
}

/** Throws not_found, and conflict if it cannot be undone or already was. */
export async function undoBulkAct(deps: BulkActDeps, id: number, orderedBy: string): Promise<BulkAct> {
  const made = await deps.db.transaction().execute(async (tx) => {
    const act = await lockBulkAct(tx, id);
    if (!act) throw new AppError('not_found', NO_SUCH_ACT);
    refuseUndoing(act);
    await stopRunning(tx, id);
    const row = { act: 'undo', change: {}, undoOf: id, orderedBy } as const;
    return order(tx, deps.queue, { ...row, expected: act.done, cursor: '' });
  });
  return runFirstBatch(deps, made);
}

const NO_SUCH_ACT = 'This change does not exist, or is more than 30 days old.';

function refuseUndoing({ act, is_undone: isUndone }: BulkActRow): void {
  if (act === 'delete') throw new AppError('conflict', 'A permanent deletion cannot be undone.');
  if (act === 'undo') throw new AppError('conflict', 'An undo cannot be undone. Repeat the change instead.');
  if (isUndone) throw new AppError('conflict', 'This change has already been undone.');
}

/** Keeps what is done. Throws not_found, and conflict if it has ended. */
export async function stopBulkAct(db: Db, id: number): Promise<BulkAct> {
  await db.transaction().execute(async (tx) => {
    const act = await lockBulkAct(tx, id);
    if (!act) throw new AppError('not_found', NO_SUCH_ACT);
    if (act.state === 'completed') throw new AppError('conflict', 'This change has already finished.');
    await stopRunning(tx, id);
  });
  return getBulkAct(db, id);
}

export async function getBulkAct(db: Db, id: number): Promise<BulkAct> {
  const row = await selectBulkAct(db, id);
  if (!row) throw new AppError('not_found', NO_SUCH_ACT);
  return toBulkAct(row);
}

/** Latest first. */
export async function listBulkActs(db: Db, page: { before: number; limit: number }): Promise<BulkAct[]> {
  return (await selectBulkActs(db, page)).map(toBulkAct);
}

export async function requeueBulkActs({ db, queue }: Pick<BulkActDeps, 'db' | 'queue'>): Promise<void> {
  const ids = await selectRunningActs(db);
  await queue.sendAll(
    db,
    bulkActJob,
    ids.map((bulkActId) => ({ bulkActId })),
  );
}

/** Safe to interrupt: batches are complete, and none is repeated. */
export async function runBulkAct(deps: BulkActDeps, id: number, signal: AbortSignal): Promise<void> {
  do signal.throwIfAborted();
  while (await runBatch(deps, id));
}

/** One batch with its progress, in one transaction. False at the end. */
export function runBatch({ db, clock }: Pick<BulkActDeps, 'db' | 'clock'>, id: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const act = await lockRunningAct(tx, id);
    if (!act) return false;
    const { cursor, carried } = await nextOf(tx, act, clock.now());
    await insertItems(tx, id, act.act === 'undo' ? [] : carried.changed);
    await advanceBulkAct(tx, id, { cursor, done: carried.changed.length, skipped: carried.skipped });
    return cursor !== undefined;
  });
}

interface Batch {
  cursor: string | undefined;
  carried: Carried;
}

function nextOf(tx: Db, act: BulkActRow, now: Date): Promise<Batch> {
  if (act.undo_of !== null) return nextUndone(tx, act, act.undo_of, now);
  return act.filter === null ? nextNamed(tx, act, now) : nextMeant(tx, act, act.filter, now);
}

async function nextMeant(tx: Db, act: BulkActRow, filter: VideoFilter, now: Date): Promise<Batch> {
  const page = { before: parseKey(act.cursor), limit: BATCH, rendersByDefault: false };
  const { rows, next } = await findVideos(tx, filter, page);
  const ids = rows.map(({ id }) => id);
  // A video may have changed before it was locked.
  const isStillMeant = () => findMatching(tx, filter, ids);
  return { cursor: next && formatKey(next), carried: await doTo(tx, act, { ids, now, isStillMeant }) };
}

async function nextNamed(tx: Db, act: BulkActRow, now: Date): Promise<Batch> {
  const left = (act.video_ids ?? []).filter((id) => id > act.cursor);
  const ids = left.slice(0, BATCH);
  const cursor = left.length > BATCH ? ids.at(-1) : undefined;
  return { cursor, carried: await doTo(tx, act, { ids, now }) };
}

async function nextUndone(tx: Db, act: BulkActRow, id: number, now: Date): Promise<Batch> {
  const items = await selectItems(tx, { id, afterId: act.cursor, limit: BATCH });
  const cursor = items.length < BATCH ? undefined : items.at(-1)?.id;
  return { cursor, carried: await undo(tx, items, now) };
}

async function doTo(tx: Db, act: BulkActRow, to: Subjects): Promise<Carried> {
  if (to.ids.length === 0) return { changed: [], skipped: {} };
  const { category } = act.change;
  // The category may have been renamed or merged.
  if (category !== undefined && (await selectCategoryNames(tx, [category])).size === 0)
    return { changed: [], skipped: { no_category: to.ids.length } };
  if (act.act !== 'delete') return carryOut(tx, { act: act.act, ...act.change } as Change, to);
  return deleteForGood(tx, to, { blockFiles: act.change.blockFiles ?? false, by: act.ordered_by });
}
