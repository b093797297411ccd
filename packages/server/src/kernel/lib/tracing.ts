import type { SpanStatusCode } from '@opentelemetry/api';
import { currentSpan } from './request-id.ts';

/** Told of what a process does, where traces are switched on: main/composition/open-telemetry.ts makes spans of it. */
export interface Tracing {
  /** Begins a request's span. `traceparent` is that of a trusted proxy. */
  beginRequest(request: { method: string; route: string; traceparent: string | undefined }): RequestSpan;
  /** Runs a job as a span; what it throws makes it a failed one. */
  runJob<T>(job: TracedJob, run: () => Promise<T>): Promise<T>;
  /** Of a query that has ended: its text, which has no values. */
  noteQuery(text: string, ms: number, failed: boolean): void;
  /** Of a request to another machine: its host, and "2xx" or the code of the error. */
  noteFetch(host: string, outcome: string, ms: number): void;
  /** Sends what there still is, for a few seconds at most. */
  close(): Promise<void>;
}

export interface RequestSpan {
  /** Runs what belongs to the request. */
  run(answer: () => void): void;
  end(status: number): void;
}

export interface TracedJob {
  name: string;
  /** From 1 on. */
  attempt: number;
  /** Of a download its source or "manual", of a media job its step. */
  lane?: string;
  /** What has queued it. */
  traceparent?: string | undefined;
}

const ERROR: SpanStatusCode.ERROR = 2;

/** The present job has met an error, which it does not throw: its row says more than this class of it. */
export function noteJobError(errorClass: string): void {
  currentSpan()?.setStatus({ code: ERROR }).setAttribute('error.type', errorClass);
}

/** The current span as W3C Trace Context writes it, for what is carried on. */
export function currentTraceparent(): string | undefined {
  const span = currentSpan()?.spanContext();
  return span && `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}`;
}
