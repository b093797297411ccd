import { AggregatorRegistry, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** A process's figures for /metrics, in a form that travels between processes. */
export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** What each process measures for itself; the sums are the site's. */
export function createOwnFigures() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
    registers: [registry],
  });
  return { durations, read: (): Promise<Figures> => registry.getMetricsAsJSON() };
}

/** The figures of all processes as one, in Prometheus' text format. */
export function sumFigures(all: readonly Figures[]): Promise<string> {
  return AggregatorRegistry.aggregate([...all]).metrics();
}
