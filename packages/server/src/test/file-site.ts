import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { type LoopbackServer, listenOnLoopback } from './loopback.ts';

/** What the site answers at a path; a text or bytes are a plain answer of 200. */
export interface FileAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** A generator is sent as it is asked for, and may be endless. */
  body?: string | Buffer | Iterable<Buffer> | AsyncIterable<Buffer>;
}

export interface FileSite extends LoopbackServer {
  requests: { path: string; headers: IncomingHttpHeaders }[];
  /** By path with query; given by a function, they are made again for each request. */
  files: Map<string, FileAnswer | ((path: string) => FileAnswer)>;
  /** Answers the paths that no file has; 404 unless set. */
  fallback: ((path: string) => FileAnswer) | undefined;
}

/** A web site on loopback of the files that a test puts there. */
export async function startFileSite(): Promise<FileSite> {
  const server = await listenOnLoopback((request, response) => {
    const path = request.url ?? '/';
    site.requests.push({ path, headers: request.headers });
    const file = site.files.get(path) ?? site.fallback?.(path) ?? { status: 404, body: 'Nothing here.' };
    const { status = 200, headers = {}, body = '' } = typeof file === 'function' ? file(path) : file;
    response.writeHead(status, headers);
    if (typeof body === 'string' || Buffer.isBuffer(body)) {
      response.end(body);
      return;
    }
    const stream = Readable.from(body, { objectMode: false });
    response.on('close', () => stream.destroy());
    stream.on('error', () => response.destroy());
    stream.pipe(response);
  });
  const site: FileSite = { ...server, requests: [], files: new Map(), fallback: undefined };
  return site;
}
