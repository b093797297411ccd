import { existsSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendBody, sendRefusal } from './answers.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Clip } from './clip.ts';
import { clipFiles } from './clips.ts';
import { sendFile } from './media.ts';
import { createRoutes, type Routes } from './routes.ts';

/** One request that the site has had. */
export interface RequestRecord {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly at: Date;
}

export interface DemoSourceOptions {
  /** The folder that `ensureClips` has filled. */
  readonly directory: string;
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly host?: string;
  /** Which clips to show; the whole catalogue by default. */
  readonly clips?: readonly Clip[];
  /** Sends each media file no faster than this, so that a transfer can be interrupted. */
  readonly throttleBytesPerSecond?: number;
}

export interface DemoSource {
  /** The site's own origin, without a slash at the end: `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** The last 10,000 requests, the oldest first. */
  readonly requests: readonly RequestRecord[];
  /** Stops listening and ends the transfers under way; may be called again. */
  close(): Promise<void>;
}

const KEPT_REQUESTS = 10_000;

/**
 * Starts the site on the clips of a folder. Throws an Error with a sentence when a clip is missing
 * there, and Node's own error (`EADDRINUSE`) when the port is taken.
 */
export async function startDemoSource(options: DemoSourceOptions): Promise<DemoSource> {
  const { directory, port = 0, host = '127.0.0.1', clips = CATALOGUE } = options;
  checkClips(directory, clips);
  const requests: RequestRecord[] = [];
  const routes = createRoutes(directory, clips);
  let url = '';
  const server = createServer((request, response) => {
    record(requests, request);
    answer(request, response, { routes, ownUrl: url, bytesPerSecond: options.throttleBytesPerSecond }).catch(
      (error: unknown) => fail(response, error),
    );
  });
  await listen(server, port, host);
  url = urlOf(server.address() as AddressInfo);
  let closing: Promise<void> | undefined;
  function close(): Promise<void> {
    closing ??= stop(server);
    return closing;
  }
  return { url, requests, close };
}

function checkClips(directory: string, clips: readonly Clip[]): void {
  const missing = clips.filter((clip) => {
    const { video, thumbnail } = clipFiles(directory, clip);
    return !existsSync(video) || !existsSync(thumbnail);
  });
  if (missing.length === 0) return;
  throw new Error(`${missing.length} of ${clips.length} clips are not in ${directory}: make them first.`);
}

function record(requests: RequestRecord[], request: IncomingMessage): void {
  const { method = '', url = '', headers } = request;
  requests.push({ method, path: url, headers, at: new Date() });
  if (requests.length > KEPT_REQUESTS) requests.shift();
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  site: { routes: Routes; ownUrl: string; bytesPerSecond: number | undefined },
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return sendRefusal(response, 405, 'This site answers GET and HEAD only.');
  }
  const origin = originOf(request.headers.host, site.ownUrl);
  if (origin === undefined) return sendRefusal(response, 400, 'The Host header is not the name of a host.');
  const address = URL.parse(request.url ?? '', origin);
  if (address === null) return sendRefusal(response, 400, 'The address cannot be read.');
  const found = site.routes(origin, address);
  if ('body' in found) return sendBody(request, response, found);
  const bytesPerSecond = found.type === 'video/mp4' ? site.bytesPerSecond : undefined;
  await sendFile(request, response, { ...found, bytesPerSecond });
}

/** The origin that the visitor used: a host name or address with or without a port (RFC 9112, section 3.2). */
function originOf(host: string | undefined, ownUrl: string): string | undefined {
  if (host === undefined) return ownUrl;
  return /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i.test(host) &&
    URL.canParse(`http://${host}`)
    ? `http://${host.toLowerCase()}`
    : undefined;
}

function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) response.destroy();
  else
    sendRefusal(response, 500, `The site failed: ${error instanceof Error ? error.message : String(error)}`);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function urlOf({ address, family, port }: AddressInfo): string {
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}
