import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Db, ping } from '../db/pool.ts';
import { AppError } from '../lib/app-error.ts';
import { isLoopback } from '../lib/network-address.ts';

export interface ProbeOptions {
  db: Db;
  token: string | undefined;
  countMails: () => Promise<{ waiting: number; failed: number }>;
  /** Those that live. */
  countWorkers: () => Promise<number>;
}

/**
 * /healthz (the process lives), /readyz (it can serve), /metrics (for Prometheus, from loopback or by token). Without a
 * worker pages can be served all the same, so that is told and no reason to be taken out of service.
 */
export function mountProbes(
  app: FastifyInstance,
  { db, token, countMails, countWorkers }: ProbeOptions,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addMailGauge(registry, countMails);
  addWorkerGauge(registry, countWorkers);
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? '',
      status: reply.statusCode,
    };
    durations.observe(labels, reply.elapsedTime / 1000);
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await ping(db).catch(() => {
      throw new AppError('unavailable', 'The database does not answer.');
    });
    return { status: 'ok', workers: await countWorkers() };
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, token))
      throw new AppError('forbidden', 'Metrics are read from loopback or by token.');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function addMailGauge(registry: Registry, countMails: ProbeOptions['countMails']): void {
  new Gauge({
    name: 'mail_outbox_mails',
    help: 'Mails that are not sent, by state',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      // While the database is away the other figures matter all the more.
      const counts = await countMails().catch(() => ({}));
      this.reset();
      for (const [status, n] of Object.entries(counts)) this.set({ status }, n);
    },
  });
}

function addWorkerGauge(registry: Registry, countWorkers: ProbeOptions['countWorkers']): void {
  new Gauge({
    name: 'workers_alive',
    help: 'Workers that have shown a sign of life within the last seconds',
    registers: [registry],
    async collect() {
      const count = await countWorkers().catch(() => undefined);
      if (count === undefined) this.reset();
      else this.set(count);
    },
  });
}

/** By the socket's own address, never by a forwarding header: behind a proxy the token is the only way. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined) return given !== undefined && equal(given, token);
  const forwarded =
    request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  return !forwarded && isLoopback(request.socket.remoteAddress ?? '');
}

function equal(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
