import type { SpanStatusCode } from '@opentelemetry/api';
import { currentSpan } from './request-id.ts';

/** Present if tracing is on: app/composition/open-telemetry.ts makes spans. */
export interface Tracing {
  /** `traceparent` is a trusted proxy's. */
  beginRequest(request: { method: string; route: string; traceparent: string | undefined }): RequestSpan;
  /** An exception marks the span as failed. */
  runJob<T>(job: TracedJob, run: () => Promise<T>): Promise<T>;
  /** The text contains no values. */
  noteQuery(text: string, ms: number, failed: boolean): void;
  /** The outcome is "2xx" or an error code. */
  noteFetch(host: string, outcome: string, ms: number): void;
  /** Flushes, for a few seconds at most. */
  close(): Promise<void>;
}

export interface RequestSpan {
  run(answer: () => void): void;
  end(status: number): void;
}

export interface TracedJob {
  name: string;
  attempt: number;
  /** A download's source or "manual", a media job's step. */
  lane?: string;
  traceparent?: string | undefined;
}

const ERROR: SpanStatusCode.ERROR = 2;

/** For an error that the job records instead of throwing. */
export function noteJobError(errorClass: string): void {
  currentSpan()?.setStatus({ code: ERROR }).setAttribute('error.type', errorClass);
}

/** W3C Trace Context. */
export function currentTraceparent(): string | undefined {
  const span = currentSpan()?.spanContext();
  return span && `00-${span.traceId}-${span.spanId}-0${span.traceFlags & 1}`;
}
