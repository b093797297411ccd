import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@vesper/core/db/pool.ts';
import type { JobContext } from '@vesper/core/jobs/runner.ts';
import type { RefusalList, Refusals } from '@vesper/library/refusals';
import { advanceRun, endRun, noteSetback, type RunRow, selectRun } from './run-queries.ts';
import { NO_TRANSLATOR } from './runs.ts';
import { cleanTranslation, textHash } from './translated-text.ts';
import {
  type Fault,
  type MadeTranslation,
  type PassedVideo,
  selectNextVideos,
  selectPosition,
  upsertFaults,
  upsertTranslations,
} from './translation-queries.ts';
import { type Translator, TranslatorError } from './translator.ts';

/** Videos read, and translated, per chunk. */
const SCANNED = 500;
const CHUNK = 25;
/** Takes a slow translator a minute. */
const CHUNK_CHARACTERS = 30_000;
/** After this many failures, a text is skipped until it is edited. */
const MOST_ATTEMPTS = 3;
/** After this many failures in a row, the translator is at fault, not the texts. */
const MOST_ERRORS_IN_A_ROW = 25;
/** After the last pause the run fails. */
const PAUSES_MS = [2_000, 10_000, 30_000, 60_000, 300_000, 900_000, 1_800_000];
const REFUSED = 'Its translation contains a blocked term.';
const POLL_MS = 2_000;

export interface RunWorker {
  db: Db;
  translator: Translator | undefined;
  refusals: Refusals;
  /** For tests. */
  pauseScale?: number | undefined;
}

/** One chunk per transaction: if killed, continues after the last committed one. */
export async function carryOn(worker: RunWorker, runId: string, { signal, log }: JobContext): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const run = await selectRun(worker.db, Number(runId));
    if (run?.state !== 'running') return;
    try {
      await translateChunk(worker, run, signal);
    } catch (error) {
      if (!(error instanceof TranslatorError)) throw error;
      log.warn({ runId, reason: error.message }, 'The translator failed.');
      if (error.kind === 'unavailable' && run.setbacks < PAUSES_MS.length)
        await pause(worker, run, error, signal);
      else await endRun(worker.db, run.id, { state: 'failed', message: error.message });
    }
  }
}

async function pause(
  { db, pauseScale = 1 }: RunWorker,
  run: RunRow,
  { message }: TranslatorError,
  signal: AbortSignal,
): Promise<void> {
  await noteSetback(db, run.id, message);
  const until = performance.now() + (PAUSES_MS[run.setbacks] ?? 0) * pauseScale;
  for (let rest = until - performance.now(); rest > 0; rest = until - performance.now()) {
    await sleep(Math.min(rest, POLL_MS), undefined, { signal });
    if ((await selectRun(db, run.id))?.state !== 'running') return;
  }
}

async function translateChunk(worker: RunWorker, run: RunRow, signal: AbortSignal): Promise<void> {
  const { db, translator, refusals } = worker;
  if (!translator) throw new TranslatorError('refused', NO_TRANSLATOR);
  const passed = await selectPosition(db, run.id);
  const next = await selectNextVideos(
    db,
    { ...run, passed },
    { limit: SCANNED, mostAttempts: MOST_ATTEMPTS },
  );
  const taken = takeChunk(next, run.most - run.translated - run.errors);
  const outcomes = await translateVideos(
    taken.filter((video) => !video.is_done),
    { translator, languageCode: run.language_code, signal, refusals: await refusals.get() },
  );
  const reachedEnd = next.length < SCANNED && taken.length === next.length;
  await commitChunk(db, run, { taken, outcomes, reachedEnd });
  const errorsInARow = countErrorsInARow(run, outcomes);
  if (errorsInARow < MOST_ERRORS_IN_A_ROW) return;
  const last = outcomes.at(-1);
  const said = last && 'message' in last ? ` Last error: ${last.message}` : '';
  throw new TranslatorError('refused', `The translator failed on ${errorsInARow} videos in a row.${said}`);
}

function takeChunk(videos: readonly PassedVideo[], room: number): PassedVideo[] {
  let count = 0;
  let characters = 0;
  const end = videos.findIndex(({ is_done, title, description }) => {
    if (is_done) return false;
    count += 1;
    characters += title.length + description.length;
    return count > Math.min(room, CHUNK) || (count > 1 && characters > CHUNK_CHARACTERS);
  });
  return end < 0 ? [...videos] : videos.slice(0, end);
}

type Outcome = MadeTranslation | Fault;

interface Work {
  translator: Translator;
  refusals: RefusalList;
  languageCode: string;
  signal: AbortSignal;
}

/** Bisects the videos if a text makes the translator fail. */
async function translateVideos(videos: readonly PassedVideo[], work: Work): Promise<Outcome[]> {
  if (videos.length === 0) return [];
  try {
    return await translateTogether(videos, work);
  } catch (error) {
    if (!(error instanceof TranslatorError) || error.kind !== 'text') throw error;
    const [first] = videos;
    if (first && videos.length === 1)
      return [{ videoId: first.id, textHash: textHash(first), message: error.message }];
    const middle = Math.ceil(videos.length / 2);
    const before = await translateVideos(videos.slice(0, middle), work);
    return [...before, ...(await translateVideos(videos.slice(middle), work))];
  }
}

async function translateTogether(
  videos: readonly PassedVideo[],
  { translator, languageCode, signal, refusals }: Work,
): Promise<Outcome[]> {
  const texts = videos.flatMap(({ title, description }) => [title, description]);
  const translated = await translator.translate(texts, languageCode, signal);
  return videos.map((video, n) => {
    const given = { title: translated[2 * n] ?? '', description: translated[2 * n + 1] ?? '' };
    const clean = cleanTranslation(video, given);
    const of = { videoId: video.id, textHash: textHash(video) };
    const isRefused = refusals.isRefused(clean.title) || refusals.isRefused(clean.description);
    return isRefused ? { ...of, message: REFUSED } : { ...of, ...clean };
  });
}

interface Chunk {
  taken: readonly PassedVideo[];
  outcomes: readonly Outcome[];
  reachedEnd: boolean;
}

/** Commits nothing if the run was stopped or another worker committed first. */
async function commitChunk(db: Db, run: RunRow, { taken, outcomes, reachedEnd }: Chunk): Promise<void> {
  const made = outcomes.filter((one): one is MadeTranslation => 'title' in one);
  const faults = outcomes.filter((one): one is Fault => 'message' in one);
  const last = taken.at(-1);
  await db
    .transaction()
    .execute(async (tx) => {
      const translated = await upsertTranslations(tx, run, made);
      await upsertFaults(tx, run, faults);
      const advanced = await advanceRun(tx, run, {
        translated,
        // Including videos deleted or edited meanwhile.
        skipped: taken.length - translated - faults.length,
        errors: faults.length,
        errorsInARow: countErrorsInARow(run, outcomes),
        passed: last && { publishedAt: last.published_at, id: last.id },
        reachedEnd,
      });
      if (!advanced) throw new RunMovedError();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RunMovedError)) throw error;
    });
}

class RunMovedError extends Error {}

function countErrorsInARow(run: RunRow, outcomes: readonly Outcome[]): number {
  const lastGood = outcomes.findLastIndex((one) => 'title' in one);
  return lastGood < 0 ? run.errors_in_a_row + outcomes.length : outcomes.length - 1 - lastGood;
}
