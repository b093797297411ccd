import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackServer {
  /** "http://127.0.0.1:PORT". */
  origin: string;
  /** "127.0.0.1:PORT", what OUTBOUND_ALLOW must name. */
  hostAndPort: string;
  port: number;
  server: Server;
  /** Ends all connections, also those that would stay open for ever. */
  close(): Promise<void>;
}

/** A web server on loopback, on any free port. */
export async function listenOnLoopback(answer: RequestListener): Promise<LoopbackServer> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const hostAndPort = `127.0.0.1:${port}`;
  return {
    ...{ origin: `http://${hostAndPort}`, hostAndPort, port, server },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
