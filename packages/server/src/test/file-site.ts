import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

/** What the site answers at a path; a text or bytes are a plain answer of 200. */
export interface FileAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** A generator is sent as it is asked for, and may be endless. */
  body?: string | Buffer | Iterable<Buffer> | AsyncIterable<Buffer>;
}

export interface FileSite {
  /** "http://127.0.0.1:PORT". */
  origin: string;
  /** "127.0.0.1:PORT", what OUTBOUND_ALLOW must name. */
  hostAndPort: string;
  requests: { path: string; headers: IncomingHttpHeaders }[];
  /** By path with query; given by a function, they are made again for each request. */
  files: Map<string, FileAnswer | ((path: string) => FileAnswer)>;
  /** Answers the paths that no file has; 404 unless set. */
  fallback: ((path: string) => FileAnswer) | undefined;
  close(): Promise<void>;
}

/** A web site on loopback of the files that a test puts there. */
export async function startFileSite(): Promise<FileSite> {
  const server = createServer((request, response) => {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const site: FileSite = {
    origin: `http://127.0.0.1:${port}`,
    hostAndPort: `127.0.0.1:${port}`,
    requests: [],
    files: new Map(),
    fallback: undefined,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return site;
}
