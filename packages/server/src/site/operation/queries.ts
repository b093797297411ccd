import { sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import { execute } from '../../kernel/db/run-sql.ts';
import type { DiskState } from '../../kernel/lib/files/disk-watch.ts';

/** A worker counts as gone this long after its last beat: three may be missed. */
const STALE_SECONDS = 20;
/** A beat of a clock that has been set back since is none either: a worker that lives beats again within seconds. */
const LIVES = sql<boolean>`beat_at between now() - ${STALE_SECONDS} * interval '1 second' and now() + ${STALE_SECONDS} * interval '1 second'`;
/** How long the rows of killed workers are kept, to say when one was last seen. */
const KEPT_DAYS = 7;

export interface WorkerRow {
  id: string;
  host: string;
  started_at: Date;
  beat_at: Date;
  /** Of its machine, at the last beat. */
  disks: DiskState[];
  lives: boolean;
}

/** Records that a worker lives now, and the state of its disks. */
export async function writeBeat(
  db: Db,
  { id, host }: Pick<WorkerRow, 'id' | 'host'>,
  disks: readonly DiskState[],
): Promise<void> {
  await execute(db)`insert into workers (id, host, disks) values (${id}, ${host}, ${JSON.stringify(disks)})
    on conflict (id) do update set beat_at = now(), disks = excluded.disks`;
}

export async function writeFigures(db: Db, id: string, figures: readonly object[]): Promise<void> {
  await execute(db)`update workers set figures = ${JSON.stringify(figures)} where id = ${id}`;
}

/** What each live worker has measured. */
export function selectFigures<Figures>(db: Db): Promise<{ id: string; figures: Figures }[]> {
  return execute(db)<{ id: string; figures: Figures }>`
    select id, figures from workers where ${LIVES}`;
}

export async function deleteWorker(db: Db, id: string): Promise<void> {
  await db.deleteFrom('workers').where('id', '=', id).execute();
}

/** Deletes the rows of workers killed long ago. */
export async function forgetWorkers(db: Db): Promise<void> {
  await execute(db)`delete from workers where beat_at < now() - ${KEPT_DAYS} * interval '1 day'`;
}

/** All known workers, live and most recently seen first. */
export function selectWorkers(db: Db, limit: number): Promise<WorkerRow[]> {
  return execute(db)<WorkerRow>`
    select id, host, started_at, beat_at, disks, ${LIVES} as lives
    from workers order by lives desc, beat_at desc, id limit ${limit}`;
}
