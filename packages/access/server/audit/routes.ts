import type { AuditList, AuditQuery } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Handlers } from '@vesper/core/http/mount.ts';
import { selectActs } from './queries.ts';
import { toAuditEntry } from './view.ts';

const DAY_MS = 86_400_000;

export function auditRoutes(db: Db): Handlers['audit'] {
  return { list: (query) => listActs(db, query) };
}

async function listActs(db: Db, { limit, since, until, ...filter }: AuditQuery): Promise<AuditList> {
  const rows = await selectActs(
    db,
    { ...filter, since: since ? new Date(since) : undefined, until: until ? endOf(until) : undefined },
    limit + 1,
  );
  const entries = rows.slice(0, limit).map(toAuditEntry);
  return { entries, next: rows.length > limit ? (entries.at(-1)?.seq ?? null) : null };
}

/** Includes the whole day. */
function endOf(until: string): Date {
  const moment = new Date(until);
  return /^\d{4}-\d{2}-\d{2}$/.test(until) ? new Date(moment.getTime() + DAY_MS) : moment;
}
