import type { FastifyInstance } from 'fastify';
import type { Log } from '../lib/log.ts';

/** How long a connection may take, in milliseconds. Answers may take as long as they like: films, and live events. */
export interface ConnectionTimes {
  /** From its opening, or its first byte after a rest, to the end of a request's head. */
  headMs: number;
  /** From there to the end of the body too. */
  requestMs: number;
  /** How often connections are looked at: so much later than the others a slow one may end. */
  checkMs: number;
  /** Without a request. Longer than proxies keep theirs (nginx: 60 s), so that none is closed under a request. */
  idleMs: number;
}

/** Slow heads and bodies end within 20 s. */
export const CONNECTION_TIMES: ConnectionTimes = {
  headMs: 15_000,
  requestMs: 18_000,
  checkMs: 1000,
  idleMs: 72_000,
};

/** The times as options of Fastify, which hands the inner ones on to Node. */
export function serverTimes({ headMs, requestMs, checkMs, idleMs }: ConnectionTimes) {
  return {
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    http: { headersTimeout: headMs, connectionsCheckingInterval: checkMs },
  };
}

const WARN_EVERY_MS = 60_000;

/** Caps a server's connections. Where there are too many, those that rest make room for the next. */
export function capConnections({ server }: FastifyInstance, most: number, log: Log): void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  server.maxConnections = most;
  server.on('drop', () => {
    server.closeIdleConnections();
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn({ most }, 'There are as many connections as MAX_CONNECTIONS allows: new ones are turned away.');
  });
}
