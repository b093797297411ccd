import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import staticFiles from '@fastify/static';
import { isPrivatePage } from '@vesper/contract';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import type { Log } from '../lib/log.ts';
import { isRequestId, withRequestId } from '../lib/request-id.ts';
import type { Tracing } from '../lib/tracing.ts';
import { errorBody, errorStatus } from './errors.ts';
import type { CallContext } from './mount.ts';
import { bearerOf, hostnameOf, hostOf } from './origin.ts';
import { refuseOtherMethods } from './other-methods.ts';
import { routeName } from './route-name.ts';
import { addSecurityHeaders, type Hsts } from './security-headers.ts';
import { BROWSER_COOKIE, noCookie, SESSION_COOKIE, tokenCookie } from './token-cookie.ts';
import { answerUnreadable, routedAddress } from './unreadable-requests.ts';

export interface AppOptions {
  log: Log;
  trustProxy: boolean | string[];
  /** web's `dist/client`, served under /assets/. */
  clientDirectory: string;
  frameOrigins: readonly string[];
  hsts: Hsts;
  maxConnections: number;
  tracing?: Tracing | undefined;
  times?: ConnectionTimes;
}

const BODY_LIMIT_BYTES = 1024 * 1024;
const RETRY_AFTER_SECONDS = 30;
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9.-]{0,252}[a-z0-9])?)(:\d{1,5})?$/i;

export async function createApp({
  log,
  trustProxy,
  clientDirectory,
  frameOrigins,
  hsts,
  maxConnections,
  tracing,
  times = CONNECTION_TIMES,
}: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    ...serverTimes(times),
    forceCloseConnections: 'idle',
    // Still answers requests on busy connections, with `Connection: close`.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    rewriteUrl: routedAddress,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, _request, reply) => {
      const body = errorBody(error, log);
      (reply as FastifyReply).code(errorStatus(body)).send(body);
    },
  });
  // Node answers an unknown expectation with an empty 417; RFC 9110, section 10.1.1, lets us ignore it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  identifyRequests(app, tracing);
  capConnections(app, maxConnections, log);
  addSecurityHeaders(app, { frameOrigins, hsts });
  refuseForeignHosts(app);
  refuseOtherMethods(app);
  readJsonLeniently(app);
  logRequests(app, log);
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after'))
      reply.header('retry-after', RETRY_AFTER_SECONDS);
  });
  app.setErrorHandler((error, _request, reply) => {
    const body = errorBody(error, log);
    return reply.code(errorStatus(body)).send(body);
  });
  app.setNotFoundHandler(async () => {
    throw new AppError('not_found', 'Not found.');
  });
  app.all('/api/*', async () => {
    throw new AppError('not_found', 'Unknown call.');
  });
  await app.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    customTypes: /json|xml/,
    // Compressed per request: fast and in one go takes a third of the time and gives 7 % more bytes.
    syncThreshold: 64 * 1024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  });
  await app.register(staticFiles, {
    root: clientDirectory,
    prefix: '/assets/',
    decorateReply: true,
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    dotfiles: 'deny',
    index: false,
  });
  return app;
}

/** Without a reply there is no session: rendered pages are cached, the same for every visitor. */
export function contextOf(request: FastifyRequest, reply?: FastifyReply): CallContext {
  return {
    hostname: hostnameOf(request),
    host: hostOf(request).toLowerCase(),
    visitor: {
      address: request.ip,
      userAgent: String(request.headers['user-agent'] ?? ''),
      acceptLanguage: String(request.headers['accept-language'] ?? ''),
    },
    session: reply ? tokenCookie(SESSION_COOKIE, request, reply) : noCookie,
    browser: reply ? tokenCookie(BROWSER_COOKIE, request, reply) : noCookie,
    bearer: reply ? bearerOf(request) : undefined,
  };
}

/** A trusted proxy's id or a new one; everything done for the request is logged under it. */
function identifyRequests(app: FastifyInstance, tracing: Tracing | undefined): void {
  app.addHook('onRequest', (request, reply, done) => {
    const given = request.headers['x-request-id'];
    // Only a trusted proxy's requests come from more than one address.
    const isForwarded = (request.ips?.length ?? 0) > 1;
    const id = isForwarded && isRequestId(given) ? given : randomUUID();
    reply.header('x-request-id', id);
    withRequestId(id, () => {
      if (!tracing) return done();
      const span = tracing.beginRequest({
        method: request.method,
        route: routeName(request),
        traceparent: isForwarded ? String(request.headers.traceparent) : undefined,
      });
      // Also for an aborted answer.
      reply.raw.once('close', () => span.end(reply.statusCode));
      span.run(done);
    });
  });
}

/** A load balancer's health check sends its own name, or none (HTTP/1.0). */
const PROBES = new Set(['/healthz', '/readyz']);

/** The host gets into links and cache keys. */
function refuseForeignHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    // Node keeps the first; a proxy may have read the other (RFC 9112, section 3.2).
    if (countHosts(request.raw.rawHeaders) > 1)
      throw new AppError('bad_request', 'The request has more than one Host header.');
    if (PROBES.has(request.routeOptions.url ?? '')) return;
    if (!HOST.test(hostOf(request)) || !URL.canParse(`http://${hostOf(request)}`))
      throw new AppError('bad_request', 'The Host header is not a host name.');
  });
}

/** `rawHeaders` alternates names and values. */
function countHosts(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((text, n) => n % 2 === 0 && /^host$/i.test(text)).length;
}

/** An empty body is accepted whatever its type: calls without input. */
function readJsonLeniently(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, JSON.parse(String(text)));
    } catch {
      done(new AppError('bad_request', 'The body is not valid JSON.'), undefined);
    }
  });
}

function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', async (request, reply) => {
    const fields = {
      method: request.method,
      path: loggedPath(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      requestId: reply.getHeader('x-request-id'),
    };
    // A 503's reason is logged once; 501 is the client's mistake.
    if (reply.statusCode >= 500 && ![501, 503].includes(reply.statusCode)) log.error(fields, 'request');
    else log.debug(fields, 'request');
  });
}

/** Addresses of media and private pages contain secrets: keep them out of the log. */
function loggedPath({ url, routeOptions }: FastifyRequest): string {
  const route = routeOptions.url ?? '';
  if (route.startsWith('/media/')) return '/media/';
  if (route.includes('/:token')) return route;
  // Matches no route.
  if (/^\/api\/reports\//i.test(url)) return '/api/reports/';
  if (isPrivatePage(url)) return '/report/';
  return url.slice(0, 500);
}

/** Milliseconds. Answers are not limited: films, live events. */
export interface ConnectionTimes {
  /** From opening, or the first byte after idling, to the end of the head. */
  headMs: number;
  requestMs: number;
  /** How often connections are checked, so how late a slow one may be closed. */
  checkMs: number;
  /** Longer than proxies keep theirs (nginx: 60 s), so that none closes during a request. */
  idleMs: number;
}

/** Slow heads and bodies end within 20 s (the specification's limit). */
export const CONNECTION_TIMES: ConnectionTimes = {
  headMs: 15_000,
  requestMs: 18_000,
  checkMs: 1000,
  idleMs: 72_000,
};

/** As Fastify options. The app answers a request without a Host header: Node's own 400 has no body. */
export function serverTimes({ headMs, requestMs, checkMs, idleMs }: ConnectionTimes) {
  return {
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    http: { headersTimeout: headMs, connectionsCheckingInterval: checkMs, requireHostHeader: false },
  };
}

const WARN_EVERY_MS = 60_000;

/** Beyond the cap, idle connections are closed to make room. */
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
