import { hostname } from 'node:os';
import type { Operation } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { DiskWatch } from '@vesper/core/lib/files/disk-watch.ts';
import { selectWorkers } from './queries.ts';

const MOST_WORKERS = 100;
/** From best to worst. */
const STATES = ['ok', 'low', 'full', 'read_only', 'not_writable'] as const;

/** Includes the disks of this machine. */
export async function operationState(db: Db, disks: DiskWatch): Promise<Operation> {
  const here = hostname();
  const [rows, own] = await Promise.all([selectWorkers(db, MOST_WORKERS), disks.look()]);
  const living = rows.filter(({ lives }) => lives);
  // Workers on one machine share its disks.
  const others = new Map(living.filter(({ host }) => host !== here).map(({ host, disks }) => [host, disks]));
  return {
    workers: living.map(({ id, host, started_at }) => ({ id, host, startedAt: started_at.toISOString() })),
    lastBeatAt: rows[0]?.beat_at.toISOString() ?? null,
    disks: [[here, own] as const, ...others].flatMap(([host, states]) =>
      states.map((state) => ({ host, ...state })),
    ),
  };
}

export function worstDisk({ disks }: Operation): Operation['disks'][number]['state'] {
  const worst = Math.max(0, ...disks.map(({ state }) => STATES.indexOf(state)));
  return STATES[worst] ?? 'ok';
}
