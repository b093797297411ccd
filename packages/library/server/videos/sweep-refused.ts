import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import {
  beginSweep,
  noteSwept,
  type RefusalList,
  type Refusals,
  readSeed,
  selectRefusalSettings,
} from '../refusals/index.ts';
import { holdAmong, showAmong } from './hold-refused.ts';
import { selectNextWords } from './refused-queries.ts';

/** Small steps with rests: visitors come first. */
const STEP = 100;
const PAUSE_MS = 20;
/** Repeated daily, in case the other checks missed something. */
const EVERY_MS = 24 * 3600 * 1000;

interface Sweep {
  db: Db;
  refusals: Refusals;
  clock: Clock;
  beside?: BesideVideos | undefined;
}

/** Other features' words, checked by the same sweep. */
export interface BesideVideos {
  /** First, as there is little of it. */
  before(list: RefusalList, signal: AbortSignal): Promise<void>;
  /** With these videos, public or not. */
  ofVideos(tx: Db, list: RefusalList, ids: readonly string[]): Promise<void>;
}

/** Hides videos with blocked terms, and shows what a removed term held back. Resumes; a change of terms restarts it. */
export async function sweepRefused(
  { db, refusals, clock, beside }: Sweep,
  signal: AbortSignal,
): Promise<void> {
  const { swept_at, seed } = await selectRefusalSettings(db);
  const isDue = !swept_at || clock.now().getTime() - swept_at.getTime() > EVERY_MS;
  if (isDue || seed !== readSeed().fingerprint) await beginSweep(db);
  for (;;) {
    signal.throwIfAborted();
    refusals.forget();
    const list = await refusals.get();
    const { swept_to: after } = await selectRefusalSettings(db);
    if (after === null) return;
    if (after === '') await beside?.before(list, signal);
    await sweepStep({ db, beside }, list, after);
    await pause(PAUSE_MS, undefined, { signal });
  }
}

async function sweepStep(
  { db, beside }: Pick<Sweep, 'db' | 'beside'>,
  list: RefusalList,
  after: string,
): Promise<void> {
  const videos = await selectNextWords(db, after, STEP);
  const shown = videos.filter(({ status }) => status === 'published');
  const held = videos.flatMap(({ id, hidden_reason: reason }) => (reason === 'refused' ? [id] : []));
  const to = videos.length < STEP ? null : (videos.at(-1)?.id ?? null);
  await db.transaction().execute(async (tx) => {
    await holdAmong(tx, list, shown);
    await showAmong(tx, list, held);
    await beside?.ofVideos(
      tx,
      list,
      videos.map(({ id }) => id),
    );
    await noteSwept(tx, { to, version: list.version, seed: readSeed().fingerprint });
  });
}
