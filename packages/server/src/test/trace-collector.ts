import { text } from 'node:stream/consumers';
import { listenOnLoopback } from './loopback.ts';

export interface CollectedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  attributes: Record<string, unknown>;
  failed: boolean;
  ms: number;
}

export interface TraceCollector {
  url: string;
  /** Everything that was posted, as it came. */
  bodies: string[];
  spans(): CollectedSpan[];
  /** How often it was posted to, whatever it answered. */
  asked: number;
  /** What it answers: 200 unless set; 0 for no answer at all. */
  status: number;
  close(): Promise<void>;
}

interface Posted {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: PostedSpan[] }[];
  }[];
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface PostedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  status: { code: number };
}

const ERROR = 2;

/** An OpenTelemetry collector on loopback: takes OTLP over HTTP as JSON, where OTLP says. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const { origin, close } = await listenOnLoopback(async (request, response) => {
    const isTraces = request.method === 'POST' && request.url === '/v1/traces';
    const body = await text(request);
    collector.asked += 1;
    if (collector.status === 0) return;
    response.writeHead(isTraces ? collector.status : 404, { 'content-type': 'application/json' }).end('{}');
    if (isTraces && collector.status === 200) collector.bodies.push(body);
  });
  const collector: TraceCollector = {
    url: origin,
    bodies: [],
    asked: 0,
    status: 200,
    spans: () => collector.bodies.flatMap((body) => spansOf(JSON.parse(body))),
    close,
  };
  return collector;
}

function spansOf({ resourceSpans }: Posted): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId, attributes, status, ...times }) => ({
        ...{ service: String(valuesOf(resource.attributes)['service.name']), name, traceId, spanId },
        ...{ parentSpanId, attributes: valuesOf(attributes), failed: status.code === ERROR },
        ms: Number(BigInt(times.endTimeUnixNano) - BigInt(times.startTimeUnixNano)) / 1e6,
      })),
    ),
  );
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
