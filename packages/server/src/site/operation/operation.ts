import { hostname } from 'node:os';
import type { Operation } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import type { DiskWatch } from '../../kernel/lib/disk-watch.ts';
import { selectWorkers } from './queries.ts';

/** For whoever has asked for work that only a worker does. */
export const NO_WORKER = 'No worker is running: nothing is crawled, downloaded or sent until one is started.';

/** A site with more would not be looked at one by one. */
const MOST_WORKERS = 100;
/** From what needs nothing to what stops everything. */
const STATES = ['ok', 'low', 'full', 'read_only', 'not_writable'] as const;

/** The workers that live, when one was last heard of, and the disks of this machine and of theirs. */
export async function operationState(db: Db, disks: DiskWatch): Promise<Operation> {
  const here = hostname();
  const [rows, own] = await Promise.all([selectWorkers(db, MOST_WORKERS), disks.look()]);
  const living = rows.filter(({ lives }) => lives);
  // Several workers of one machine have the same disks.
  const others = new Map(living.filter(({ host }) => host !== here).map(({ host, disks }) => [host, disks]));
  return {
    workers: living.map(({ id, host, started_at }) => ({ id, host, startedAt: started_at.toISOString() })),
    lastBeatAt: rows[0]?.beat_at.toISOString() ?? null,
    disks: [[here, own] as const, ...others].flatMap(([host, states]) =>
      states.map((state) => ({ host, ...state })),
    ),
  };
}

/** How the disk stands that stands worst. */
export function worstDisk({ disks }: Operation): Operation['disks'][number]['state'] {
  const worst = Math.max(0, ...disks.map(({ state }) => STATES.indexOf(state)));
  return STATES[worst] ?? 'ok';
}
