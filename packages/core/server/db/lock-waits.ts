import type pg from 'pg';
import { createPolling } from '../lib/polling.ts';
import { LOCKS } from './locks.ts';

const POLL_MS = 1000;
const PATIENCE_MS = 10_000;
/** Migrations retry every second, so not every poll sees them wait. */
const MOST_MISSED_POLLS = 3;

export interface WaitOptions {
  client: Pick<pg.ClientBase, 'query'>;
  pids: () => readonly number[];
  polled?: keyof typeof LOCKS;
  tell: (sentence: string) => void;
  patienceMs?: number;
}

/** Reports, once per holder, who holds a lock that a backend has waited ten seconds for. Returns a function that stops it. */
export function reportLockWaits({
  client,
  pids,
  polled,
  tell,
  patienceMs = PATIENCE_MS,
}: WaitOptions): () => void {
  const seen = new Map<number, { from: number; poll: number; isTold: boolean }>();
  let polls = 0;

  async function poll(now: number): Promise<void> {
    const values = [pids(), polled ? LOCKS[polled] : null];
    const { rows } = await client.query<Holder>(HOLDERS, values);
    polls += 1;
    for (const holder of rows) {
      const before = seen.get(holder.pid);
      const one = before && polls - before.poll <= MOST_MISSED_POLLS ? before : { from: now, isTold: false };
      const isLong = now - one.from >= patienceMs;
      if (isLong && !one.isTold) tell(sentenceOf(holder));
      seen.set(holder.pid, { from: one.from, poll: polls, isTold: isLong });
    }
  }

  const { begin, pause } = createPolling({
    everyMs: POLL_MS,
    // The waiting command gets the errors of the database itself.
    poll: (now) => poll(now).catch(() => {}),
    now: () => performance.now(),
  });
  begin();
  return pause;
}

interface Holder {
  pid: number;
  name: string;
  /** Null in backends of other roles. */
  transaction: Date | null;
  connected: Date | null;
}

const HOLDERS = `
  select pid, coalesce(nullif(application_name, ''), backend_type, 'unnamed') as name, xact_start as transaction,
    backend_start as connected
  from pg_stat_activity
  where pid in (
    select unnest(pg_blocking_pids(pid)) from pg_stat_activity where pid = any ($1) and wait_event_type = 'Lock'
    union all
    select pid from pg_locks where locktype = 'advisory' and granted and objid = $2 and pid <> all ($1)
      and database = (select oid from pg_database where datname = current_database()))`;

function sentenceOf({ pid, name, transaction, connected }: Holder): string {
  const since = transaction
    ? `, in a transaction since ${transaction.toISOString()}`
    : connected
      ? `, connected since ${connected.toISOString()}`
      : '';
  return `Waiting for a lock that process ${pid} of the database server holds (${name}${since}).`;
}
