import type { DownloadsChanged } from '@vesper/contract';
import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { AppError } from '../lib/app-error.ts';

/** Administrators' acts, one transaction each. Acts on one job throw not_found or conflict. */
export interface SteeredQueue<Row> {
  noun: Noun;
  get(db: Db, id: string): Promise<Row>;
  retry(tx: Db, id: string): Promise<Row>;
  cancel(tx: Db, id: string): Promise<Row>;
  /** Puts a waiting job first, and ends its pause; false if it does not wait. */
  moveUp(tx: Db, id: string): Promise<boolean>;
  /** Requeues failed and cancelled ones; returns how many. */
  retryChosen(tx: Db, ids: readonly string[]): Promise<number>;
  /** Cancels open ones; returns how many. */
  cancelChosen(tx: Db, ids: readonly string[]): Promise<number>;
  audited(row: Row): object;
}

type Noun = 'download' | 'job';
type Row = { id: string; status: string };

interface Context {
  act: { changed(change: { subject?: string; after: unknown }): void };
}

export const PUT_BACK = 'put back into the queue';
export const CANCELLED = 'cancelled';

/** Retries on a unique violation: another job for this address was just queued. */
export const RETRY_ON_DUPLICATE = { retry: ['unique'] } as const;

export function steeringCalls<R extends Row, View>(db: Db, queue: SteeredQueue<R>, view: (row: R) => View) {
  const { noun } = queue;
  const one = (act: (tx: Db, id: string) => Promise<R>) => {
    return async ({ id }: { id: string }, { act: { changed } }: Context): Promise<View> => {
      const row = await transaction(db, (tx) => act(tx, id), RETRY_ON_DUPLICATE);
      changed({ subject: row.id, after: queue.audited(row) });
      return view(row);
    };
  };
  const chosen = (act: SteeredQueue<R>['retryChosen'], outcome: string, refusal: string) => {
    return async ({ ids }: { ids: readonly string[] }, context: Context): Promise<DownloadsChanged> => {
      const count = await transaction(db, (tx) => act(tx, ids), RETRY_ON_DUPLICATE);
      if (count === 0) throw new AppError('conflict', `None of these ${noun}s can be ${refusal}`);
      return manyChanged(noun, { count, outcome }, context);
    };
  };
  return {
    retry: one(queue.retry),
    cancel: one(queue.cancel),
    moveUp: one((tx, id) => moveUp(tx, queue, id)),
    retryChosen: chosen(queue.retryChosen, PUT_BACK, 'retried: none of them failed or was cancelled.'),
    cancelChosen: chosen(queue.cancelChosen, CANCELLED, 'cancelled: all have already ended.'),
  };
}

async function moveUp<R extends Row>(tx: Db, queue: SteeredQueue<R>, id: string): Promise<R> {
  const isMoved = await queue.moveUp(tx, id);
  const job = await queue.get(tx, id);
  if (isMoved) return job;
  const state = job.status === 'processing' ? 'already in progress' : 'not waiting: it has ended';
  throw new AppError('conflict', `This ${queue.noun} is ${state}.`);
}

export function manyChanged(
  noun: Noun,
  { count, outcome }: { count: number; outcome: string },
  { act }: Context,
): DownloadsChanged {
  act.changed({ after: { count } });
  const jobs = count === 1 ? `1 ${noun} was` : `${count} ${noun}s were`;
  return { message: `${jobs} ${outcome}.`, count };
}

export interface BatchDone {
  count: number;
  next: number | null;
}

/** Latest first, at most `most` batches; returns how many jobs changed. */
export async function retryInBatches(
  most: number,
  batch: (before: number) => Promise<BatchDone>,
): Promise<number> {
  let total = 0;
  let before: number | null = Number.MAX_SAFE_INTEGER;
  for (let n = 0; before !== null && n < most; n += 1) {
    const { count, next }: BatchDone = await batch(before);
    total += count;
    before = next;
  }
  return total;
}
