import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

/** What is being done belongs to this request, and to this span where traces are switched on. */
interface Current {
  requestId: string | undefined;
  span?: Span;
}

const current = new AsyncLocalStorage<Current>();

/** Runs what belongs to a request: what it logs and the jobs that it queues carry the id. */
export function withRequestId<T>(id: string | null | undefined, run: () => T): T {
  return id ? current.run({ requestId: id }, run) : current.exit(run);
}

export function currentRequestId(): string | undefined {
  return current.getStore()?.requestId;
}

/** Runs what only happens to begin during a request, and belongs to the process. */
export function withoutRequestId<T>(run: () => T): T {
  return current.exit(run);
}

/** Runs what belongs to a span, still under the request's id. */
export function withSpan<T>(span: Span, run: () => T): T {
  return current.run({ requestId: currentRequestId(), span }, run);
}

export function currentSpan(): Span | undefined {
  return current.getStore()?.span;
}

const REQUEST_ID = /^[\w.:=;+/-]{1,100}$/;

/** Whether a text may stand in headers, logs and rows as the id of a request. */
export function isRequestId(text: unknown): text is string {
  return typeof text === 'string' && REQUEST_ID.test(text);
}
