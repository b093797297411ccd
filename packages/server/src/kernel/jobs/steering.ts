import type { DownloadsChanged } from '@vesper/contract';
import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { AppError } from '../lib/app-error.ts';

/** What people do to the jobs of one queue, each act in one transaction. Acts upon one job throw not_found, conflict. */
export interface SteeredQueue<Row> {
  noun: Noun;
  get(db: Db, id: string): Promise<Row>;
  /** Puts a failed job back into the queue. */
  retry(tx: Db, id: string): Promise<Row>;
  /** Ends an open job. */
  cancel(tx: Db, id: string): Promise<Row>;
  /** Puts a waiting job before all others, and ends its pause; false if it does not wait. */
  moveUp(tx: Db, id: string): Promise<boolean>;
  /** Puts the failed ones of these jobs back into the queue, cancelled ones too; how many. */
  retryChosen(tx: Db, ids: readonly string[]): Promise<number>;
  /** Ends the open ones of these jobs; how many. */
  cancelChosen(tx: Db, ids: readonly string[]): Promise<number>;
  /** What the audit log says of a job. */
  audited(row: Row): object;
}

type Noun = 'download' | 'job';
type Row = { id: string; status: string };

interface Context {
  act: { changed(change: { subject?: string; after: unknown }): void };
}

export const PUT_BACK = 'put back into the queue';
export const CANCELLED = 'cancelled';

/** An address may come to have another open job at this very moment: then the jobs are looked at once more. */
export const PAST_TWINS = { retry: ['unique'] } as const;

/** The calls that steer a queue's jobs. */
export function steeringCalls<R extends Row, View>(db: Db, queue: SteeredQueue<R>, view: (row: R) => View) {
  const { noun } = queue;
  const one = (act: (tx: Db, id: string) => Promise<R>) => {
    return async ({ id }: { id: string }, { act: { changed } }: Context): Promise<View> => {
      const row = await transaction(db, (tx) => act(tx, id), PAST_TWINS);
      changed({ subject: row.id, after: queue.audited(row) });
      return view(row);
    };
  };
  const chosen = (act: SteeredQueue<R>['retryChosen'], outcome: string, refusal: string) => {
    return async ({ ids }: { ids: readonly string[] }, context: Context): Promise<DownloadsChanged> => {
      const count = await transaction(db, (tx) => act(tx, ids), PAST_TWINS);
      if (count === 0) throw new AppError('conflict', `None of these ${noun}s can be ${refusal}`);
      return manyChanged(noun, { count, outcome }, context);
    };
  };
  return {
    retry: one(queue.retry),
    cancel: one(queue.cancel),
    moveUp: one((tx, id) => moveUp(tx, queue, id)),
    retryChosen: chosen(queue.retryChosen, PUT_BACK, 'tried again: none has failed, or not any more.'),
    cancelChosen: chosen(queue.cancelChosen, CANCELLED, 'cancelled: all have ended already.'),
  };
}

async function moveUp<R extends Row>(tx: Db, queue: SteeredQueue<R>, id: string): Promise<R> {
  const isMoved = await queue.moveUp(tx, id);
  const job = await queue.get(tx, id);
  if (isMoved) return job;
  const state = job.status === 'processing' ? 'under way already' : 'not waiting: it has ended';
  throw new AppError('conflict', `This ${queue.noun} is ${state}.`);
}

/** Notes that many jobs were changed, and says so. */
export function manyChanged(
  noun: Noun,
  { count, outcome }: { count: number; outcome: string },
  { act }: Context,
): DownloadsChanged {
  act.changed({ after: { count } });
  const jobs = count === 1 ? `1 ${noun} was` : `${count} ${noun}s were`;
  return { message: `${jobs} ${outcome}.`, count };
}

/** How far a batch has come: how many jobs it changed, and the position before which the next one begins. */
export interface BatchDone {
  count: number;
  next: number | null;
}

/** Works through a list, latest first, at most `most` batches; returns how many jobs were changed. */
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
