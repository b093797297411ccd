import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export type LoopbackServer = Awaited<ReturnType<typeof listenOnLoopback>>;

/** A web server on loopback, on any free port. */
export async function listenOnLoopback(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  /** What OUTBOUND_ALLOW must name. */
  const hostAndPort = `127.0.0.1:${port}`;
  return {
    ...{ origin: `http://${hostAndPort}`, hostAndPort, port, server },
    /** Ends all connections. */
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The part of a body for a Range header with a beginning (RFC 9110, section 14), and its headers. */
export function pieceOf(body: Buffer, range = '') {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  if (from === undefined) return undefined;
  const bytes = body.subarray(Number(from), to ? Number(to) + 1 : undefined);
  const contentRange = `bytes ${from}-${Number(from) + bytes.length - 1}/${body.length}`;
  return { bytes, headers: { 'content-length': bytes.length, 'content-range': contentRange } };
}
