import type { FastifyInstance } from 'fastify';
import type { Log } from '../lib/log.ts';

/** Time limits of a connection, in milliseconds. Answers are not limited: films, and live events. */
export interface ConnectionTimes {
  /** From its opening, or its first byte after idling, to the end of a request's head. */
  headMs: number;
  /** From there to the end of the body. */
  requestMs: number;
  /** How often connections are checked, and so how much later a slow one may end. */
  checkMs: number;
  /** Without a request. Longer than proxies keep theirs (nginx: 60 s), so that none is closed during a request. */
  idleMs: number;
}

/** Slow heads and bodies end within 20 s. */
export const CONNECTION_TIMES: ConnectionTimes = {
  headMs: 15_000,
  requestMs: 18_000,
  checkMs: 1000,
  idleMs: 72_000,
};

/**
 * The times as Fastify options, which passes the inner ones to Node. A request without a Host header is answered by the
 * app, which says what is wrong: Node's own 400 has no body.
 */
export function serverTimes({ headMs, requestMs, checkMs, idleMs }: ConnectionTimes) {
  return {
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    http: { headersTimeout: headMs, connectionsCheckingInterval: checkMs, requireHostHeader: false },
  };
}

const WARN_EVERY_MS = 60_000;

/** Caps a server's connections. Beyond the limit, idle ones make room for new ones. */
export function capConnections({ server }: FastifyInstance, most: number, log: Log): void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  server.maxConnections = most;
  server.on('drop', () => {
    server.closeIdleConnections();
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn({ most }, 'MAX_CONNECTIONS reached: rejecting new connections.');
  });
}
