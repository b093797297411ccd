import { text } from 'node:stream/consumers';
import { listenOnLoopback } from './loopback.ts';

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

export type CollectedSpan = ReturnType<typeof spansOf>[number];
export type TraceCollector = Awaited<ReturnType<typeof startTraceCollector>>;

/** An OpenTelemetry collector on loopback: takes OTLP over HTTP as JSON. */
export async function startTraceCollector() {
  const state = {
    /** Accepted posts. */
    bodies: [] as string[],
    /** Posts, accepted or not. */
    asked: 0,
    /** Its answer; 0 for none at all. */
    status: 200,
    spans: () => state.bodies.flatMap((body) => spansOf(JSON.parse(body))),
  };
  const { origin, close } = await listenOnLoopback(async (request, response) => {
    const isTraces = request.method === 'POST' && request.url === '/v1/traces';
    const body = await text(request);
    state.asked += 1;
    if (state.status === 0) return;
    response.writeHead(isTraces ? state.status : 404, { 'content-type': 'application/json' }).end('{}');
    if (isTraces && state.status === 200) state.bodies.push(body);
  });
  return Object.assign(state, { url: origin, close });
}

function spansOf({ resourceSpans }: Posted) {
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
