import type { Clock } from '../lib/clock.ts';

export interface LaneBatch {
  now: Date;
  /** If the holder dies they are due again. */
  leaseUntil: Date;
  perLane: number;
  limit: number;
}

/** Visits to sources: lanes in parallel, each in turn. */
export interface LaneVisits<One extends { lane: string }> {
  /** The longest due per lane, so that a large one does not hold up others. */
  claim(batch: LaneBatch): Promise<readonly One[]>;
  visit(one: One): Promise<void>;
  /** Unvisited ones are due again at once. */
  giveBack(left: readonly One[]): Promise<void>;
}

const PER_LANE = 5;
const BATCH = 100;
const LANES_AT_ONCE = 8;
/** More than five visits, a few requests each, of at most two minutes. */
const LEASE_MS = 30 * 60_000;
/** The next job continues. */
const BUDGET_MS = 8 * 60_000;

/** Until nothing is due or time is up. Safe to kill and to run in parallel. Throws the first error once all visits ended. */
export async function visitLanes<One extends { lane: string }>(
  visits: LaneVisits<One>,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<void> {
  const endsAt = performance.now() + BUDGET_MS;
  while (performance.now() < endsAt) {
    signal.throwIfAborted();
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const due = await visits.claim({ now, leaseUntil, perLane: PER_LANE, limit: BATCH });
    if (due.length === 0) return;
    await visitBatch(visits, due, signal);
  }
}

async function visitBatch<One extends { lane: string }>(
  { visit, giveBack }: LaneVisits<One>,
  due: readonly One[],
  signal: AbortSignal,
): Promise<void> {
  const waiting = new Set(due);
  const lanes = Map.groupBy(due, ({ lane }) => lane).values();
  const visitNext = async () => {
    for (const lane of lanes) {
      for (const one of lane) {
        signal.throwIfAborted();
        await visit(one);
        waiting.delete(one);
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: LANES_AT_ONCE }, visitNext));
  if (waiting.size > 0) await giveBack([...waiting]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
