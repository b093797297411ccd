import { findNewer, readMigrations } from '@vesper/core/db/migrate.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { createHeld } from '@vesper/core/lib/held.ts';
import { isLoopback } from '@vesper/core/lib/outbound/network-address.ts';
import { isSameSecret } from '@vesper/core/lib/same-secret.ts';
import { conditionsOf, type SiteFacts, worstDisk } from '@vesper/site/operation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { type Figures, type OwnFigures, sumFigures } from './figures.ts';

export interface ProbeOptions {
  db: Db;
  token: string | undefined;
  /** If so, a request from loopback may be anybody's. */
  isBehindProxy: boolean;
  look: () => Promise<SiteFacts>;
  own: Pick<OwnFigures, 'durations'>;
  registry: Registry;
  figuresOfAll: () => Promise<Figures[]>;
}

/** Strangers may poll this without limits. */
const HELD_MS = 1000;

/**
 * /healthz (alive), /readyz (can serve), /metrics (Prometheus). Strangers learn only that the site can serve. A missing
 * worker or a full disk is a reason operators read, but does not take pages out of service.
 */
export function mountProbes(
  app: FastifyInstance,
  { db, token, isBehindProxy, look, own, registry, figuresOfAll }: ProbeOptions,
): void {
  const isOperator = (request: FastifyRequest['raw']) =>
    token === undefined ? !isBehindProxy && isDirectFromHere(request) : hasToken(request, token);
  observeHeads(app, own);
  // HAProxy's default is OPTIONS.
  const method = ['GET', 'OPTIONS'];
  app.route({ method, url: '/healthz', handler: async () => ({ status: 'ok' }) });
  const migrations = readMigrations();
  const newer = createHeld(() => findNewer(db, migrations), HELD_MS);
  const answerReady = async ({ raw }: FastifyRequest, reply: FastifyReply) => {
    if (isOperator(raw)) return answerOperator(await look(), reply);
    const worksWithDatabase = await newer.get().then(
      (found) => !found?.refusal,
      () => false,
    );
    if (!worksWithDatabase) throw new AppError('unavailable', 'The site is not ready.');
    return { status: 'ok' };
  };
  app.route({ method, url: '/readyz', handler: answerReady });
  addOperatorConstraint(app, isOperator);
  app.get('/metrics', { constraints: { operator: true } }, async (_request, reply) => {
    const text = `${await sumFigures(await figuresOfAll())}\n${await registry.metrics()}`;
    return reply.type(registry.contentType).send(text);
  });
}

/** Time to the response headers: films and event streams last for hours. No hook sees the headers of films. */
function observeHeads(app: FastifyInstance, { durations }: ProbeOptions['own']): void {
  app.addHook('onRequest', async ({ method, routeOptions }, reply) => {
    const { raw } = reply;
    const writeHead = raw.writeHead.bind(raw) as (status: number, ...rest: unknown[]) => typeof raw;
    const observed = (status: number, ...rest: unknown[]) => {
      durations.observe({ method, route: routeOptions.url ?? '', status }, reply.elapsedTime / 1000);
      return writeHead(status, ...rest);
    };
    // Named first: V8 would keep an inline function, and the request with it.
    raw.writeHead = observed;
  });
}

function answerOperator(facts: SiteFacts, reply: FastifyReply): object {
  const conditions = conditionsOf(facts);
  const reasons = conditions.map(({ key, severity, sentence, todo }) => ({ key, severity, sentence, todo }));
  const unready = conditions.find(({ isUnready }) => isUnready);
  if (unready || !facts.known) {
    reply.code(503);
    return { error: 'unavailable', message: unready?.sentence ?? 'The site is not ready.', reasons };
  }
  const { operation, backup } = facts.known;
  return {
    ...{ status: 'ok', workers: operation.workers.length, disk: worstDisk(operation) },
    ...(backup ? { backup: backup.word } : {}),
    reasons,
  };
}

/** For everybody else the router skips such routes. */
function addOperatorConstraint(
  app: FastifyInstance,
  isOperator: (request: FastifyRequest['raw']) => boolean,
): void {
  app.addConstraintStrategy({
    name: 'operator',
    storage() {
      const routes = new Map();
      return {
        get: (isOne: unknown) => routes.get(isOne) ?? null,
        set: (isOne: unknown, route: unknown) => void routes.set(isOne, route),
      };
    },
    deriveConstraint: (request: unknown) => isOperator(request as FastifyRequest['raw']),
    mustMatchWhenDerived: false,
  });
}

/** Headers that proxies add. */
const FORWARDING =
  /^(forwarded|via|cdn-loop|client-ip|x-(forwarded|original|envoy|azure|amzn?|cluster|arr)-.*|x-(real|client)-ip|true-client-ip|(cf|fastly|akamai|fly|do)-.*)$/;

/** From this machine to its own address, not forwarded: any proxy leaves a header or the visitors' host name. */
function isDirectFromHere({ socket, headers }: FastifyRequest['raw']): boolean {
  if (!isLoopback(socket.remoteAddress ?? '')) return false;
  if (Object.keys(headers).some((name) => FORWARDING.test(name))) return false;
  const host = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return host.toLowerCase() === 'localhost' || isLoopback(host);
}

function hasToken({ headers }: FastifyRequest['raw'], token: string): boolean {
  const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  return given !== undefined && isSameSecret(Buffer.from(given), Buffer.from(token));
}
