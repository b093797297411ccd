import { randomBytes } from 'node:crypto';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as openRequest,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Duplex, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isSameSecret } from '../same-secret.ts';
import type { OutboundAllow } from './address-guard.ts';
import {
  checkAddress,
  createSocketOpener,
  portOf,
  type ResolveHost,
  resolveBySystem,
} from './guarded-socket.ts';
import { requestError } from './network-error.ts';
import { tooLargeError } from './response-body.ts';
import { SourceError } from './source-error.ts';
import { createTransferControl, orAborted, type TransferControl } from './transfer-control.ts';

export interface EgressProxy {
  /** With this run's credential: "http://run:SECRET@127.0.0.1:PORT". */
  readonly url: string;
  /** Why the proxy first refused a request or cut the run. */
  readonly refusal: SourceError | undefined;
  close(): Promise<void>;
}

const USER = 'run';
const STRANGER = 'This proxy serves one run of one program and requires its credential.\n';
const MAX_CONNECTIONS = 64;
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * An HTTP proxy on loopback for programs that open their own connections, plain or by CONNECT. The guard of safe-fetch
 * (guarded-socket.ts) opens every connection, so only public addresses are reached. Serves one run, by credential and
 * within limits. A refusal is a 403 with a sentence, a host's failure a 502.
 */
export async function startEgressProxy(limits: EgressLimits): Promise<EgressProxy> {
  const secret = randomBytes(24).toString('hex');
  const knows = credentialCheck(`${USER}:${secret}`);
  const run = createEgressRun(limits);
  const server = createServer({ maxHeaderSize: 64 * 1024 });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('connection', (socket) => run.track(socket));
  server.on('clientError', (_error, socket) => socket.destroy());
  server.on('request', (request, response) => {
    if (knows(request)) void answerRequest(run, request, response);
    else response.writeHead(407, plainText(407, STRANGER)).end(STRANGER);
  });
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    if (knows(request)) void answerConnect(run, request.url ?? '', client, head);
    else client.end(rawAnswer(407, STRANGER));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${USER}:${secret}@127.0.0.1:${port}`,
    get refusal() {
      return run.refusal;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        run.end();
      }),
  };
}

async function answerRequest(
  run: EgressRun,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const answer = await forward(run, request);
    response.writeHead(answer.statusCode ?? 502, { ...passedHeaders(answer.headers), connection: 'close' });
    await pipeline(answer, run.meter(), response, { signal: run.signal });
  } catch (error) {
    // Once a body has started we can only close the connection; often the program itself is gone.
    if (response.headersSent) return void response.destroy();
    const fault = run.refuse(error);
    const status = statusOf(fault);
    response.writeHead(status, plainText(status, sentence(fault))).end(sentence(fault));
  }
}

async function forward(run: EgressRun, request: IncomingMessage): Promise<IncomingMessage> {
  const url = URL.parse(request.url ?? '');
  if (url?.protocol !== 'http:') {
    throw new SourceError('bad_address', 'This proxy accepts only requests for http addresses, and tunnels.');
  }
  const method = request.method ?? '';
  if (!METHODS.has(method)) {
    throw new SourceError('bad_address', 'This proxy allows only GET, HEAD and POST.');
  }
  const socket = await run.open(url, 'request');
  const headers = { ...passedHeaders(request.headers), host: url.host, connection: 'close' };
  const path = `${url.pathname}${url.search}`;
  const upstream = openRequest({ createConnection: () => socket, method, path, headers });
  return new Promise((resolve, reject) => {
    upstream.once('response', resolve);
    upstream.on('error', (error) => reject(requestError(error, url.host, 0)));
    pipeline(request, run.meter(), upstream, { signal: run.signal }).catch(reject);
  });
}

async function answerConnect(run: EgressRun, authority: string, client: Duplex, head: Buffer): Promise<void> {
  try {
    const socket = await run.open(tunnelTarget(authority), 'tunnel');
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) client.unshift(head);
    await join(run, client, socket);
  } catch (error) {
    const fault = run.refuse(error);
    client.end(rawAnswer(statusOf(fault), sentence(fault)));
  }
}

async function join(run: EgressRun, client: Duplex, socket: Duplex): Promise<void> {
  try {
    await Promise.all([
      pipeline(client, run.meter(), socket, { signal: run.signal }),
      pipeline(socket, run.meter(), client, { signal: run.signal }),
    ]);
  } catch {
    // Both ends notice; inside the tunnel we cannot answer.
  } finally {
    socket.destroy();
    client.destroy();
  }
}

function tunnelTarget(authority: string): URL {
  const url = /^[^/?#@]+:\d{1,5}$/.test(authority) ? URL.parse(`https://${authority}/`) : null;
  if (url) return url;
  throw new SourceError('bad_address', 'A tunnel must be requested as host:port.');
}

function credentialCheck(credential: string): (request: IncomingMessage) => boolean {
  const expected = Buffer.from(`Basic ${Buffer.from(credential).toString('base64')}`);
  return ({ headers }) => isSameSecret(Buffer.from(headers['proxy-authorization'] ?? ''), expected);
}

/** Drops hop-by-hop headers (RFC 9110 section 7.6.1), above all the credential. */
function passedHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = (headers.connection ?? '').toLowerCase().split(/\s*,\s*/);
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && !named.includes(name)),
  );
}

function statusOf({ code }: SourceError): number {
  return code === 'private_address' || code === 'bad_address' ? 403 : 502;
}

function sentence({ message }: SourceError): string {
  return `${message}\n`;
}

function plainText(status: number, text: string): Record<string, string> {
  return {
    ...(status === 407 ? { 'proxy-authenticate': 'Basic realm="run"' } : {}),
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  };
}

/** For CONNECT Node gives us a bare socket. */
function rawAnswer(status: number, text: string): string {
  const headers = Object.entries(plainText(status, text)).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${text}`;
}

export interface EgressLimits {
  allow: OutboundAllow;
  maxBytes: number;
  maxDurationMs: number;
  idleTimeoutMs?: number;
  connectTimeoutMs?: number;
  /** For plain requests: 80 and 443 by default; `allow` names others. */
  ports?: readonly number[];
  /** 443 by default. */
  tunnelPorts?: readonly number[];
  resolveHost?: ResolveHost;
  /** Awaited before each request and tunnel, to keep a host's delay. A rejection refuses it. */
  beforeRequest?: (host: string, signal: AbortSignal) => Promise<void>;
}

function createEgressRun(limits: EgressLimits) {
  const stop = new AbortController();
  const control = createTransferControl(limits.maxDurationMs, stop.signal);
  const tracked = trackSockets(control.signal);
  const open = createOpener(limits, control);
  let passedBytes = 0;
  let refusal: SourceError | undefined;

  function refuse(error: unknown): SourceError {
    const known = control.signal.aborted ? control.signal.reason : error;
    const fault = requestError(known, 'The host', limits.connectTimeoutMs ?? 0);
    refusal ??= fault;
    return fault;
  }

  /** Ends the run when it exceeds the limit. */
  function meter(): Transform {
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        passedBytes += chunk.length;
        if (passedBytes <= limits.maxBytes) return done(null, chunk);
        stop.abort(tooLargeError(limits.maxBytes));
        done(refuse(undefined));
      },
    });
  }

  control.signal.addEventListener('abort', () => {
    if (control.signal.reason instanceof SourceError) refuse(undefined);
  });
  return {
    /** Aborted when the run ends or exceeds a limit. */
    signal: control.signal,
    get refusal() {
      return refusal;
    },
    async open(url: URL, purpose: 'request' | 'tunnel'): Promise<Socket> {
      const socket = await open(url, purpose);
      tracked(socket);
      socket.setTimeout(limits.idleTimeoutMs ?? 30_000, () => socket.destroy());
      return socket;
    },
    meter,
    track: tracked,
    refuse,
    end() {
      stop.abort(new SourceError('too_long', 'The run is over.'));
      control.finish();
    },
  };
}

type EgressRun = ReturnType<typeof createEgressRun>;

function createOpener(limits: EgressLimits, { signal }: TransferControl) {
  const { allow, resolveHost = resolveBySystem, connectTimeoutMs = 10_000 } = limits;
  const guardOf = (ports: readonly number[]) => {
    const options = { allow, ports, resolveHost, connectTimeoutMs };
    return { rules: options, open: createSocketOpener(options) };
  };
  const guards = {
    request: guardOf(limits.ports ?? [80, 443]),
    tunnel: guardOf(limits.tunnelPorts ?? [443]),
  };
  return async (url: URL, purpose: 'request' | 'tunnel'): Promise<Socket> => {
    const guard = guards[purpose];
    checkAddress(url, guard.rules);
    signal.throwIfAborted();
    if (limits.beforeRequest) await orAborted(limits.beforeRequest(url.hostname, signal), signal);
    try {
      return await guard.open(url.hostname, portOf(url.port, url.protocol));
    } catch (error) {
      throw requestError(error, url.host, connectTimeoutMs);
    }
  };
}

function trackSockets(signal: AbortSignal): (socket: Duplex) => void {
  const open = new Set<Duplex>();
  signal.addEventListener('abort', () => {
    for (const socket of open) socket.destroy();
  });
  return (socket) => {
    socket.on('error', () => undefined); // The reader sees the socket close.
    if (signal.aborted) socket.destroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
}
