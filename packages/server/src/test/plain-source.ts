import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PlainAnswer {
  status?: number;
  headers?: Record<string, string>;
  body: string | Buffer;
}

export interface PlainSource {
  origin: string;
  /** What OUTBOUND_ALLOW must name for it to be reached at all. */
  hostAndPort: string;
  /** What stands at each path; a test puts in what it needs. */
  answers: Map<string, PlainAnswer>;
  /** Paths asked for so far, oldest first, without robots.txt. */
  asked: { path: string; range: string | undefined }[];
  close(): Promise<void>;
}

/** A well-behaved web site on loopback that holds what a test puts there. */
export async function startPlainSource(): Promise<PlainSource> {
  const answers = new Map<string, PlainAnswer>();
  const asked: PlainSource['asked'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path !== '/robots.txt') asked.push({ path, range: request.headers.range });
    const answer = answers.get(path);
    const { status = 200, headers = {}, body } = answer ?? { status: 404, body: 'Not found.' };
    response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${hostAndPort}`,
    hostAndPort,
    answers,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
