import type { IncomingHttpHeaders } from 'node:http';
import { hostileRoutes, sendPlain } from './hostile-routes.ts';
import { sampleVideo } from './hostile-videos.ts';
import { type LoopbackServer, listenOnLoopback } from './loopback.ts';

export interface LoggedRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingHttpHeaders;
  /** Body bytes handed to the socket so far. */
  sentBytes: number;
}

export type HostileSite = Awaited<ReturnType<typeof startHostileSite>>;

interface HostileSiteOptions {
  /** The content of the good videos; otherwise bytes that only look like a video. */
  video?: Buffer;
  /** The text of /robots.txt. */
  robots?: string;
}

/** A website on loopback that misbehaves in every known way: hostile-routes.ts has its addresses. */
export async function startHostileSite({
  video = sampleVideo(100_000),
  robots = '',
}: HostileSiteOptions = {}) {
  const requests: LoggedRequest[] = [];
  const site: LoopbackServer = await listenOnLoopback((request, response) => {
    const path = request.url ?? '/';
    const { method = '', headers } = request;
    const logged: LoggedRequest = { method, path, headers, sentBytes: 0 };
    requests.push(logged);
    const { origin } = site;
    const url = new URL(path, origin);
    const context = { url, origin, request, response, logged, video, robots };
    const route = hostileRoutes.find(({ pattern }) => pattern.test(url.pathname));
    if (route) route.answer(context);
    else sendPlain(context, 404, 'text/plain', 'Not found.');
  });
  site.server.keepAliveTimeout = 60_000;
  return { ...site, requests, video };
}

export type CountingServer = Awaited<ReturnType<typeof startCountingServer>>;

/** A private server that counts who reached it. */
export async function startCountingServer() {
  const counts = { connections: 0, requests: 0 };
  const loopback = await listenOnLoopback((_request, response) => {
    counts.requests += 1;
    response.end('This is private.');
  });
  loopback.server.on('connection', () => {
    counts.connections += 1;
  });
  return Object.assign(counts, loopback);
}
