import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

interface Current {
  requestId: string | undefined;
  span?: Span;
}

const current = new AsyncLocalStorage<Current>();

/** Logs and queued jobs carry the id. */
export function withRequestId<T>(id: string | null | undefined, run: () => T): T {
  return id ? current.run({ requestId: id }, run) : current.exit(run);
}

export function currentRequestId(): string | undefined {
  return current.getStore()?.requestId;
}

/** For what only begins during a request, and belongs to the process. */
export function withoutRequestId<T>(run: () => T): T {
  return current.exit(run);
}

export function withSpan<T>(span: Span, run: () => T): T {
  return current.run({ requestId: currentRequestId(), span }, run);
}

export function currentSpan(): Span | undefined {
  return current.getStore()?.span;
}

const REQUEST_ID = /^[\w.:=;+/-]{1,100}$/;

/** Safe in headers, logs and rows. */
export function isRequestId(text: unknown): text is string {
  return typeof text === 'string' && REQUEST_ID.test(text);
}
