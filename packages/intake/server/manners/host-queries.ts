import { type Db, PREPARED } from '@vesper/core/db/pool.ts';
import { execute } from '@vesper/core/db/run-sql.ts';
import { sql } from 'kysely';

/** By default the database's clock, on which all workers agree; tests pass another. */
export type Moment = Date | null;

export interface SlotRequest {
  host: string;
  gapMs: number;
  maxWaitMs: number;
  moment: Moment;
}

export interface Slot {
  taken: boolean;
  /** Milliseconds until the slot, or until the next poll. */
  waitMs: number;
  blockedUntil: Date | null;
  blockMessage: string | null;
  failures: number;
  at: Date;
}

/** More than concurrent statements' clocks differ by. */
const AHEAD = sql`interval '1 minute'`;

/**
 * Reserves a host's next slot in one statement, so that no two workers share one. A wait that is too long reserves
 * nothing, or rejected requests would push the slot ever further away. Moments ahead of a clock that was set back are set back
 * too.
 */
export async function reserveSlot(db: Db, { host, gapMs, maxWaitMs, moment }: SlotRequest): Promise<Slot> {
  const gap = sql`(${gapMs}::float8 * interval '1 millisecond')`;
  const maxWait = sql`(${maxWaitMs}::float8 * interval '1 millisecond')`;
  const isAhead = sql`h.asked_at > excluded.asked_at + ${AHEAD}`;
  const back = sql`case when ${isAhead} then h.asked_at - excluded.asked_at else interval '0' end`;
  const rows = await execute(db)<Omit<Slot, 'waitMs'> & { waitUntil: Date }>`${sql.raw(PREPARED)}
    with moment as (select coalesce(${moment}::timestamptz, clock_timestamp()) as at),
    noted as (
      insert into crawl_hosts as h (host, next_at, asked_at) select ${host}, at + ${gap}, at from moment
      on conflict (host) do update
        set next_at = greatest(h.next_at - ${back}, excluded.asked_at) + ${gap},
          blocked_until = h.blocked_until - ${back}, asked_at = excluded.asked_at
        where ${isAhead} or h.next_at <= excluded.asked_at + ${maxWait}
          and (h.blocked_until is null or h.blocked_until <= excluded.asked_at)
      returning next_at, blocked_until, block_message, failures, case
        when next_at - ${gap} <= asked_at + ${maxWait} and (blocked_until is null or blocked_until <= asked_at)
        then next_at - ${gap} end as slot),
    host as (
      select * from noted union all
      select next_at, blocked_until, block_message, failures, null from crawl_hosts
      where host = ${host} and not exists (select from noted))
    select at, slot is not null as taken, coalesce(failures, 0) as failures,
      coalesce(slot, greatest(next_at, blocked_until), at) as "waitUntil",
      case when blocked_until > at then blocked_until end as "blockedUntil", block_message as "blockMessage"
    from moment left join host on true`;
  const [row] = rows;
  if (!row) throw new Error('A query that always returns one row returned none.');
  const { waitUntil, ...slot } = row;
  return { ...slot, waitMs: Math.max(0, waitUntil.getTime() - row.at.getTime()) };
}

export interface HostFailure {
  host: string;
  message: string;
  /** Asked for by the host; otherwise the pause doubles with each failure. */
  retryAfterMs: number | undefined;
  backOffMs: number;
  maxBackOffMs: number;
  /** When the request was sent: concurrent failures count once. */
  askedAt: Date;
  moment: Moment;
}

export async function blockHost(db: Db, failure: HostFailure): Promise<void> {
  const { host, message, retryAfterMs, backOffMs, maxBackOffMs, askedAt, moment } = failure;
  const fresh = sql`(h.blocked_until is null or h.blocked_until <= ${askedAt})::int`;
  await execute(db)`
    with moment as (select coalesce(${moment}::timestamptz, clock_timestamp()) as at)
    update crawl_hosts h set
      failures = h.failures + ${fresh},
      blocked_until = greatest(h.blocked_until, moment.at + interval '1 millisecond' * coalesce(
        ${retryAfterMs ?? null}::float8,
        least(${maxBackOffMs}::float8, ${backOffMs}::float8 * power(2, least(h.failures + ${fresh} - 1, 30))))),
      block_message = ${message}
    from moment where h.host = ${host}`;
}

/** Resets the failure count; a pause that the host asked for stays. */
export async function forgetHostFailures(db: Db, host: string): Promise<void> {
  await db.updateTable('crawl_hosts').set({ failures: 0 }).where('host', '=', host).execute();
}

export interface BlockedHost {
  host: string;
  until: Date;
  message: string | null;
}

export async function selectBlockedHosts(
  db: Db,
  hosts: readonly string[],
  now: Date,
): Promise<BlockedHost[]> {
  if (hosts.length === 0) return [];
  const rows = await db
    .selectFrom('crawl_hosts')
    .select(['host', 'blocked_until', 'block_message'])
    .where('host', 'in', hosts)
    .where('blocked_until', '>', now)
    .execute();
  return rows.flatMap((row) =>
    row.blocked_until ? [{ host: row.host, until: row.blocked_until, message: row.block_message }] : [],
  );
}

export async function deleteForgotten(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('crawl_hosts').where('asked_at', '<', before).where('next_at', '<', before).execute();
  await db.deleteFrom('robots_files').where('read_at', '<', before).execute();
  await db.deleteFrom('fetched_files').where('read_at', '<', before).execute();
}
