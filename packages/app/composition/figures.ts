import type { Feature } from '@vesper/core/feature.ts';
import type { Sample } from '@vesper/core/figures.ts';
import { createHeld } from '@vesper/core/lib/held.ts';
import type pg from 'pg';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Figures = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Later hosts share one label: their number is unbounded. */
const MOST_HOSTS = 50;

/** Gauges named like counters; each is the sum of the one without `_total`. */
const SUMS_OF_GAUGES = ['resources', 'handles', 'requests'].map((what) => `nodejs_active_${what}_total`);

/** Per process; the sums are the site's. */
export function createOwnFigures(process: 'web' | 'worker', pool: pg.Pool) {
  const registry = new Registry();
  const registers = [registry];
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
    registers,
  });
  const pages = new Counter({
    name: 'page_cache_requests_total',
    help: 'Page cache lookups: hit if the page was cached or being rendered',
    labelNames: ['result'],
    registers,
  });
  const outbound = new Counter({
    name: 'outbound_requests_total',
    help: 'Requests to other machines by host and outcome; hosts beyond the first 50 of a process are "other"',
    labelNames: ['process', 'host', 'outcome'],
    registers,
  });
  const jobs = new Counter({
    name: 'jobs_total',
    help: 'Ended queue jobs, by kind and outcome',
    labelNames: ['job', 'outcome'],
    registers,
  });
  new Gauge({
    name: 'database_connections',
    help: 'Pool connections: idle, active, and requests waiting for one',
    labelNames: ['process', 'state'],
    registers,
    collect() {
      this.set({ process, state: 'idle' }, pool.idleCount);
      this.set({ process, state: 'active' }, pool.totalCount - pool.idleCount);
      this.set({ process, state: 'waiting' }, pool.waitingCount);
    },
  });
  if (process === 'web') {
    collectDefaultMetrics({ register: registry });
    for (const name of SUMS_OF_GAUGES) registry.removeSingleMetric(name);
  } else measureWorker(registry);
  const hosts = new Set<string>();
  return {
    durations,
    onPage: (result: 'hit' | 'miss') => pages.inc({ result }),
    onRequest(host: string, outcome: string) {
      if (hosts.size < MOST_HOSTS) hosts.add(host);
      outbound.inc({ process, host: hosts.has(host) ? host : 'other', outcome });
    },
    onJob: (job: string, outcome: 'done' | 'failed') => jobs.inc({ job, outcome }),
    read: (): Promise<Figures> => registry.getMetricsAsJSON(),
  };
}

export type OwnFigures = ReturnType<typeof createOwnFigures>;

/** Few, as heartbeats carry them. */
function measureWorker(registry: Registry): void {
  new Gauge({
    name: 'worker_resident_memory_bytes',
    help: 'Memory of the workers',
    registers: [registry],
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: 'worker_cpu_seconds',
    help: 'CPU time of the running workers, without their child processes',
    registers: [registry],
    collect() {
      const { user, system } = process.cpuUsage();
      this.set((user + system) / 1e6);
    },
  });
}

export function sumFigures(all: readonly Figures[]): Promise<string> {
  return AggregatorRegistry.aggregate([...all]).metrics();
}

/** Counts of ended processes: without them the sums would fall, as after a restart. */
export function keepCounted(all: readonly Figures[]): Promise<Figures> {
  const counted = all.map((figures) => figures.filter(({ type }) => COUNTED.has(String(type))));
  return AggregatorRegistry.aggregate(counted).getMetricsAsJSON();
}

/** By the JSON, whatever the types say. */
const COUNTED: ReadonlySet<string> = new Set(['counter', 'histogram']);

/** Labelled, so that no sum falls when a worker ends. */
export function figuresOfWorker({ id, figures }: { id: string; figures: Figures }): Figures {
  return figures.map((one) => ({
    ...one,
    values: one.values.map((value) => ({ ...value, labels: { ...value.labels, worker: id } })),
  }));
}

const LONGEST_READ_MS = 60_000;

/** Concurrent scrapes share one reading. */
export function createSiteFigures<Parts>(
  features: readonly Pick<Feature<Parts>, 'figures'>[],
  parts: Parts,
): Registry {
  const registry = new Registry();
  const all = features.flatMap(({ figures }) => figures ?? []);
  const held = createHeld(async () => {
    const none: Readonly<Record<string, readonly Sample[]>> = {};
    // While the database is down the other figures matter all the more.
    const read = await Promise.all(all.map((one) => one.read(parts).catch(() => none)));
    return Object.assign({}, ...read) as typeof none;
  }, LONGEST_READ_MS);
  const read = () => held.get().finally(held.forget);
  for (const [name, { help, labels = [] }] of all.flatMap(({ defined }) => Object.entries(defined)))
    new Gauge({
      ...{ name, help, labelNames: labels, registers: [registry] },
      async collect() {
        const samples = (await read())[name] ?? [];
        this.reset();
        for (const sample of samples) this.set(sample.labels ?? {}, sample.value);
        // A reset gauge without labels says 0.
        if (samples.length === 0 && labels.length === 0) this.remove();
      },
    });
  return registry;
}
