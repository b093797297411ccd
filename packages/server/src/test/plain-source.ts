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
  /** Bytes handed to the network so far. */
  sentBytes(): number;
  close(): Promise<void>;
}

/** A well-behaved web site on loopback that holds what a test puts there. */
export async function startPlainSource(): Promise<PlainSource> {
  const answers = new Map<string, PlainAnswer>();
  const asked: PlainSource['asked'] = [];
  let sent = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path !== '/robots.txt') asked.push({ path, range: request.headers.range });
    const answer = answers.get(path);
    const { status = 200, headers = {}, body } = answer ?? { status: 404, body: 'Not found.' };
    const piece = Buffer.isBuffer(body) ? pieceOf(body, request.headers.range) : undefined;
    if (piece) response.writeHead(206, { ...piece.headers, ...headers }).end(piece.bytes);
    else response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body);
    const { socket } = request;
    const before = socket.bytesWritten;
    response.once('close', () => {
      sent += socket.bytesWritten - before;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${hostAndPort}`,
    hostAndPort,
    answers,
    asked,
    sentBytes: () => sent,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Of a range with a beginning; undefined for a request without one. */
function pieceOf(body: Buffer, range: string | undefined) {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === undefined) return undefined;
  const bytes = body.subarray(Number(from), to ? Number(to) + 1 : undefined);
  const last = Number(from) + bytes.length - 1;
  return {
    bytes,
    headers: { 'content-length': bytes.length, 'content-range': `bytes ${from}-${last}/${body.length}` },
  };
}
