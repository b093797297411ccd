import type { DumpFile } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { showWithdrawn } from '@vesper/library/videos';
import { selectRefusal } from '../sources/index.ts';
import { dumpJob, undoDeletionsJob } from './jobs.ts';
import { readingOf, requireDump, requireReadable } from './layouts.ts';
import {
  beginUndoing,
  type DumpRunRow,
  endRun,
  insertRun,
  selectDueFiles,
  selectOpenRuns,
  selectRun,
  selectRuns,
  undoWithdrawn,
  updateUndoing,
} from './queries.ts';

export interface DumpRuns {
  db: Db;
  queue: Queue;
  clock: Clock;
}

const SHOWN_RUNS = 20;
const UNDO_BATCH = 500;

/** Throws not_found, conflict. */
export async function listRuns(db: Db, sourceId: string): Promise<DumpRunRow[]> {
  await requireDump(db, sourceId);
  return selectRuns(db, sourceId, SHOWN_RUNS);
}

/** Throws not_found, and conflict if the file may not be read, or is being read. */
export async function startRun(
  { db, queue }: DumpRuns,
  sourceId: string,
  file: DumpFile,
): Promise<DumpRunRow> {
  const source = await requireDump(db, sourceId);
  await requireReadable(db, source);
  if ((await readingOf(db, source, file)).address === null)
    throw new AppError('conflict', 'The source has no deletion list. Save its address first.');
  const run = await insertAndQueue({ db, queue }, sourceId, file);
  if (!run) throw new AppError('conflict', 'The file is being read, or a run is being undone.');
  return run;
}

async function insertAndQueue(
  { db, queue }: Pick<DumpRuns, 'db' | 'queue'>,
  sourceId: string,
  file: DumpFile,
): Promise<DumpRunRow | undefined> {
  return db.transaction().execute(async (tx) => {
    const run = await insertRun(tx, sourceId, file);
    if (run) await queue.send(tx, dumpJob, { runId: run.id });
    return run;
  });
}

/** Also requeues runs whose job was lost. */
export async function startDueRuns({ db, queue, clock }: DumpRuns): Promise<void> {
  for (const { sourceId, file } of await selectDueFiles(db, clock.now()))
    await insertAndQueue({ db, queue }, sourceId, file);
  const open = await selectOpenRuns(db);
  const jobsOf = (state: string) =>
    open.filter((run) => run.state === state).map(({ id }) => ({ runId: id }));
  await queue.sendAll(db, dumpJob, jobsOf('running'));
  await queue.sendAll(db, undoDeletionsJob, jobsOf('undoing'));
}

/** Ends after the current batch. Throws not_found, and conflict if it has ended. */
export async function stopRun(
  { db }: Pick<DumpRuns, 'db'>,
  sourceId: string,
  runId: string,
): Promise<DumpRunRow> {
  await requireRun(db, sourceId, runId);
  const stopped = await endRun(db, runId, { state: 'stopped' });
  if (!stopped) throw new AppError('conflict', 'This run has ended.');
  return stopped;
}

/** Throws not_found, conflict. */
export async function startUndoing(
  { db, queue }: Pick<DumpRuns, 'db' | 'queue'>,
  sourceId: string,
  runId: string,
): Promise<DumpRunRow> {
  const { file } = await requireRun(db, sourceId, runId);
  if (file !== 'deletions') throw new AppError('conflict', 'Only a run of a deletion list can be undone.');
  return db.transaction().execute(async (tx) => {
    const run = await beginUndoing(tx, runId);
    if (!run)
      throw new AppError('conflict', 'This run is in progress, was undone, or the list is being read.');
    await queue.send(tx, undoDeletionsJob, { runId });
    return run;
  });
}

/** In batches, each counted with the videos it shows. Resumes where it was interrupted. */
export async function undoDeletions(
  db: Db,
  runId: string,
  signal: AbortSignal,
  batch = UNDO_BATCH,
): Promise<void> {
  for (let isOver = false; !isOver; ) {
    signal.throwIfAborted();
    isOver = await db.transaction().execute(async (tx) => {
      const run = await selectRun(tx, runId);
      if (run?.state !== 'undoing') return true;
      const { lines, videoIds } = await undoWithdrawn(tx, runId, batch);
      const isCovered = (await selectRefusal(tx, run.source_id)) === null;
      const shown = await showWithdrawn(tx, videoIds, { isCovered });
      await updateUndoing(tx, runId, shown, lines < batch);
      return lines < batch;
    });
  }
}

async function requireRun(db: Db, sourceId: string, runId: string): Promise<DumpRunRow> {
  const run = await selectRun(db, runId);
  if (run?.source_id !== sourceId) throw new AppError('not_found', 'This run does not exist.');
  return run;
}
