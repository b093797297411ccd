import { JobEvent } from '@vesper/contract';
import { viewOf } from '../../kernel/db/view-of.ts';
import type { JobEventRow } from '../../kernel/jobs/event-queries.ts';

/** A step ends with whatever happens next. That a job was asked for stands in its own row. */
export function toEvents(createdAt: Date, rows: readonly JobEventRow[]): JobEvent[] {
  const queued = { kind: 'queued', at: createdAt.toISOString() } as const;
  const nothing = { endedAt: null, step: null, errorClass: null, detail: null, nextTryAt: null };
  const events = rows.map((row, index) =>
    viewOf(JobEvent, row, {
      endedAt: row.kind === 'step' ? (rows[index + 1]?.at.toISOString() ?? null) : null,
    }),
  );
  return [{ ...nothing, ...queued }, ...events];
}
