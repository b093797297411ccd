import type { JobEvent, JobEventKind } from '@vesper/contract';
import type { JobEventRow } from '../../kernel/jobs/event-queries.ts';

/** A step ends with whatever happens next. That a job was asked for stands in its own row. */
export function toEvents(createdAt: Date, rows: readonly JobEventRow[]): JobEvent[] {
  const queued = { kind: 'queued', at: createdAt.toISOString() } as const;
  const nothing = { endedAt: null, step: null, errorClass: null, detail: null, nextTryAt: null };
  const events = rows.map((row, index) => ({
    kind: row.kind as JobEventKind,
    at: row.at.toISOString(),
    endedAt: row.kind === 'step' ? (rows[index + 1]?.at.toISOString() ?? null) : null,
    step: row.step,
    errorClass: row.error_class,
    detail: row.detail,
    nextTryAt: row.next_try_at?.toISOString() ?? null,
  }));
  return [{ ...nothing, ...queued }, ...events];
}
