import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostileRoutes, sendPlain } from './hostile-routes.ts';
import { sampleVideo } from './hostile-videos.ts';

export interface LoggedRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** Of the body, as far as it was handed to the socket; grows while the answer is under way. */
  sentBytes: number;
}

export interface HostileSite {
  /** "http://127.0.0.1:PORT". */
  origin: string;
  /** "127.0.0.1:PORT", what OUTBOUND_ALLOW must name for the site to be reached at all. */
  hostAndPort: string;
  /** Every request so far, oldest first. */
  requests: LoggedRequest[];
  /** The bytes behind the good videos. */
  video: Buffer;
  /** Ends all connections, also those that would stay open for ever. */
  close(): Promise<void>;
}

export interface HostileSiteOptions {
  /** What the good videos hold; bytes that only look like a video unless given. */
  video?: Buffer;
  /** The text of /robots.txt; everything is allowed unless given. */
  robots?: string;
}

/**
 * A web site on loopback that misbehaves in every way that a source can: see hostile-routes.ts for its addresses.
 * `/sitemap-watch.xml` lists a page for each bad video.
 */
export async function startHostileSite(options: HostileSiteOptions = {}): Promise<HostileSite> {
  const video = options.video ?? sampleVideo(100_000);
  const requests: LoggedRequest[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const logged: LoggedRequest = {
      method: request.method ?? '',
      path,
      headers: request.headers,
      sentBytes: 0,
    };
    requests.push(logged);
    const url = new URL(path, origin);
    const context = { url, origin, request, response, logged, video, robots: options.robots ?? '' };
    const route = hostileRoutes.find(({ pattern }) => pattern.test(url.pathname));
    if (route) route.answer(context);
    else sendPlain(context, 404, 'text/plain', 'Not found.');
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    hostAndPort: `127.0.0.1:${port}`,
    requests,
    video,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface CountingServer {
  port: number;
  /** Connections and requests that arrived. */
  connections: number;
  requests: number;
  close(): Promise<void>;
}

/** A private server that nobody may reach: it only counts who tried. */
export async function startCountingServer(): Promise<CountingServer> {
  const server = createServer((_request, response) => {
    counting.requests += 1;
    response.end('This is private.');
  });
  server.on('connection', () => {
    counting.connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const counting: CountingServer = {
    port: (server.address() as AddressInfo).port,
    connections: 0,
    requests: 0,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return counting;
}
