import { createHash } from 'node:crypto';
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { nameOfQuery } from '@vesper/core/db/slow-queries.ts';
import type { Faults } from '@vesper/core/lib/faults.ts';
import { requireOk } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { currentRequestId, currentSpan, withSpan } from '@vesper/core/lib/request-id.ts';
import type { Tracing } from '@vesper/core/lib/tracing.ts';
import { versionOfVesper } from '@vesper/core/lib/vesper-version.ts';
import type { TraceSettings } from '../settings/service-settings.ts';
import { createFetchFrom } from './outbound.ts';

interface TracingOptions {
  name: string;
  faults: Faults;
  sendEveryMs?: number;
  stopMs?: number;
}

const SEND_EVERY_MS = 5_000;
const SEND_MS = 10_000;
const STOP_MS = 2_000;
const MOST_ANSWER_BYTES = 100_000;

/** Sends spans to the operator's collector in bounded batches; rejected ones are dropped. A span holds no private value, address or text. */
export function createTracing(
  { endpoint, share }: TraceSettings,
  { name, faults, sendEveryMs = SEND_EVERY_MS, stopMs = STOP_MS }: TracingOptions,
): Tracing {
  const collector = createCollector(endpoint, faults);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': `vesper-${name}`,
      'service.version': versionOfVesper(),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    idGenerator: createIds(),
    spanProcessors: [new BatchSpanProcessor({ exporter: collector, scheduledDelayMillis: sendEveryMs })],
  });
  const tracer = provider.getTracer('vesper', versionOfVesper());

  function begin(title: string, kind: SpanKind, given: Attributes, traceparent = ''): Span {
    const parent = parseTraceParent(traceparent);
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
    const attributes = { ...given, 'vesper.request_id': currentRequestId() };
    return tracer.startSpan(title, { kind, attributes }, context);
  }

  function note(title: string, within: Span, ms: number, attributes: Attributes, failed: boolean): void {
    const now = Date.now();
    const context = trace.setSpan(ROOT_CONTEXT, within);
    const span = tracer.startSpan(title, { kind: SpanKind.CLIENT, attributes, startTime: now - ms }, context);
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(now);
  }

  return {
    beginRequest({ method, route, traceparent }) {
      const attributes = { 'http.request.method': method, 'http.route': route || undefined };
      const span = begin(`${method} ${route}`.trim(), SpanKind.SERVER, attributes, traceparent);
      return {
        run: (answer) => withSpan(span, answer),
        end(status) {
          span.setAttribute('http.response.status_code', status);
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    async runJob({ name: job, attempt, lane, traceparent }, run) {
      const attributes = { 'vesper.job.name': job, 'vesper.job.attempt': attempt, 'vesper.job.lane': lane };
      const span = begin(`job ${job}`, SpanKind.CONSUMER, attributes, traceparent);
      try {
        return await withSpan(span, run);
      } catch (error) {
        // Its sentence may name an address.
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    noteQuery(text, ms, failed) {
      const within = currentSampled();
      if (within) note(nameOfQuery(text), within, ms, { 'db.system.name': 'postgresql' }, failed);
    },
    noteFetch(host, outcome, ms) {
      const within = currentSampled();
      const attributes = { 'server.address': host, 'vesper.outcome': outcome };
      if (within) note(`fetch ${host}`, within, ms, attributes, !/^[1-3]xx$/.test(outcome));
    },
    async close() {
      const timer = setTimeout(collector.breakOff, stopMs);
      // Fails with the last batch, which was reported.
      await provider.shutdown().catch(() => {});
      await collector.idle();
      clearTimeout(timer);
      await collector.close();
    },
  };
}

function currentSampled(): Span | undefined {
  const span = currentSpan();
  return span && span.spanContext().traceFlags & 1 ? span : undefined;
}

/** The request's id: log lines lead to the trace, and a download, whose row has the id, joins and shares its sampling. */
function createIds(): IdGenerator {
  const { generateSpanId, generateTraceId } = new RandomIdGenerator();
  return {
    generateSpanId,
    generateTraceId() {
      const requestId = currentRequestId();
      return requestId === undefined ? generateTraceId() : traceIdOf(requestId);
    },
  };
}

/** UUIDs, and nginx's $request_id, are valid already (W3C Trace Context, section 3.2.2.3). */
function traceIdOf(requestId: string): string {
  const bare = requestId.replaceAll('-', '').toLowerCase();
  if (/^(?!0+$)[0-9a-f]{32}$/.test(bare)) return bare;
  return createHash('sha256').update(requestId).digest('hex').slice(0, 32);
}

/** By the guarded fetch: the SDK's exporter has an unguarded HTTP client. */
function createCollector(endpoint: string, faults: Faults) {
  const stopping = new AbortController();
  const fetch = createFetchFrom(endpoint, `Vesper/${versionOfVesper()}`);
  const address = new URL('v1/traces', endpoint.replace(/\/*$/, '/')).href;
  const sending = new Set<Promise<void>>();

  async function send(spans: Parameters<SpanExporter['export']>[0]): Promise<void> {
    const response = await fetch(address, {
      ...{ method: 'POST', totalTimeoutMs: SEND_MS, maxBytes: MOST_ANSWER_BYTES, signal: stopping.signal },
      headers: { 'content-type': 'application/json' },
      requestBody: Buffer.from(JsonTraceSerializer.serializeRequest(spans) ?? []).toString(),
    });
    requireOk(response).discard();
  }

  return {
    export(spans: Parameters<SpanExporter['export']>[0], done: Parameters<SpanExporter['export']>[1]) {
      const sent = send(spans).then(
        () => {
          faults.end('traces');
          done({ code: ExportResultCode.SUCCESS });
        },
        (error: unknown) => {
          const { code, status } = error instanceof SourceError ? error : {};
          const sentence = 'The collector does not accept traces: they are dropped.';
          faults.begin('traces', { sentence, fields: { code, status }, level: 'warn' });
          done({ code: ExportResultCode.FAILED });
        },
      );
      sending.add(sent);
      sent.finally(() => sending.delete(sent));
    },
    shutdown: async () => {},
    idle: () => Promise.all(sending),
    breakOff: () => stopping.abort(new Error('The process stops.')),
    close: () => fetch.close(),
  };
}
