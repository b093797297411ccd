import { AsyncLocalStorage } from 'node:async_hooks';

const ids = new AsyncLocalStorage<string>();

/** Runs what belongs to a request: what it logs and the jobs that it queues carry the id. */
export function withRequestId<T>(id: string | null | undefined, run: () => T): T {
  return id ? ids.run(id, run) : ids.exit(run);
}

export function currentRequestId(): string | undefined {
  return ids.getStore();
}

/** Runs what only happens to begin during a request, and belongs to the process. */
export function withoutRequestId<T>(run: () => T): T {
  return ids.exit(run);
}

const REQUEST_ID = /^[\w.:=;+/-]{1,100}$/;

/** Whether a text may stand in headers, logs and rows as the id of a request. */
export function isRequestId(text: unknown): text is string {
  return typeof text === 'string' && REQUEST_ID.test(text);
}
