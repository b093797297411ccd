import type { NewBasis } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import { discardVideos, hideVideosOfSources, showVideosOfSources } from '../../library/videos/index.ts';
import {
  cancelUncoveredDownloads,
  insertPermission,
  selectByCoverage,
  stopUncoveredSources,
} from './basis-queries.ts';

const BATCH = 500;
const DAY_MS = 24 * 3600 * 1000;
const EARLIEST = Date.UTC(2000, 0, 1);
const LATEST = Date.UTC(3000, 0, 1);

/** Records a basis; returns its id. Throws bad_request on invalid dates. */
export async function recordBasis(db: Db, sourceId: string, basis: NewBasis): Promise<string> {
  const begin = basis.validFrom ? instantOf(basis.validFrom) : undefined;
  const end = basis.validUntil ? instantOf(basis.validUntil, { atEndOfDay: true }) : null;
  return insertPermission(db, {
    source_id: sourceId,
    basis: basis.basis,
    scope: [...new Set(basis.scope)],
    evidence: basis.evidence ?? null,
    evidence_sha256: basis.evidenceSha256 ? Buffer.from(basis.evidenceSha256, 'hex') : null,
    granted_by: basis.grantedBy ?? null,
    valid_until: end,
    // By default the database's time, by which it judges.
    ...(begin ? { valid_from: begin } : {}),
  });
}

/** A moment, or the start of a day (as an end, of the next day), in UTC. */
function instantOf(text: string, { atEndOfDay = false } = {}): Date {
  const isDay = !text.includes('T');
  const moment = new Date(Date.parse(text) + (isDay && atEndOfDay ? DAY_MS : 0));
  if (!(moment.getTime() >= EARLIEST && moment.getTime() <= LATEST)) {
    throw new AppError('bad_request', 'The dates of a basis must lie between the years 2000 and 2999.');
  }
  return moment;
}

/**
 * Applies what the sources' bases cover now: stops sources, ends their downloads, hides what may no longer be shown and
 * shows again what may. In small complete steps; safe to interrupt and run again.
 */
export async function followBasis(
  { db, clock }: { db: Db; clock: Clock },
  signal: AbortSignal,
): Promise<{ stopped: string[]; hidden: number; shown: number }> {
  const stopped = await stopUncoveredSources(db, clock.now());
  await inBatches(signal, () => endUncoveredDownloads(db, clock.now(), BATCH));
  // Asked again before each batch: a basis may be recorded or withdrawn meanwhile.
  const hidden = await inBatches(signal, async () =>
    hideVideosOfSources(db, await selectByCoverage(db, false, clock.now()), BATCH),
  );
  const shown = await inBatches(signal, async () =>
    showVideosOfSources(db, await selectByCoverage(db, true, clock.now()), BATCH),
  );
  return { stopped, hidden, shown };
}

/** Ends up to `limit` uncovered downloads, and the videos begun for them; returns how many. */
export function endUncoveredDownloads(db: Db, now: Date, limit: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const hashes = await cancelUncoveredDownloads(tx, now, limit);
    if (hashes.length > 0) await discardVideos(tx, hashes);
    return hashes.length;
  });
}

async function inBatches(signal: AbortSignal, step: () => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    signal.throwIfAborted();
    const done = await step();
    if (done === 0) return all;
    all += done;
  }
}
