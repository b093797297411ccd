import type { IncomingHttpHeaders } from 'node:http';
import { hostileRoutes, sendPlain } from './hostile-routes.ts';
import { sampleVideo } from './hostile-videos.ts';
import { type LoopbackServer, listenOnLoopback } from './loopback.ts';

export interface LoggedRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** Of the body, as far as it was handed to the socket; grows while the answer is under way. */
  sentBytes: number;
}

export interface HostileSite extends LoopbackServer {
  /** Every request so far, oldest first. */
  requests: LoggedRequest[];
  /** The bytes behind the good videos. */
  video: Buffer;
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
  const site = await listenOnLoopback((request, response) => {
    const path = request.url ?? '/';
    const logged: LoggedRequest = {
      method: request.method ?? '',
      path,
      headers: request.headers,
      sentBytes: 0,
    };
    requests.push(logged);
    const { origin } = site;
    const url = new URL(path, origin);
    const context = { url, origin, request, response, logged, video, robots: options.robots ?? '' };
    const route = hostileRoutes.find(({ pattern }) => pattern.test(url.pathname));
    if (route) route.answer(context);
    else sendPlain(context, 404, 'text/plain', 'Not found.');
  });
  site.server.keepAliveTimeout = 60_000;
  return { ...site, requests, video };
}

export interface CountingServer extends LoopbackServer {
  /** Connections and requests that arrived. */
  connections: number;
  requests: number;
}

/** A private server that nobody may reach: it only counts who tried. */
export async function startCountingServer(): Promise<CountingServer> {
  const loopback = await listenOnLoopback((_request, response) => {
    counting.requests += 1;
    response.end('This is private.');
  });
  const counting: CountingServer = { ...loopback, connections: 0, requests: 0 };
  loopback.server.on('connection', () => {
    counting.connections += 1;
  });
  return counting;
}
