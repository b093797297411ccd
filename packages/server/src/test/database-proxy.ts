import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import type pg from 'pg';

export interface DatabaseProxy {
  /** As the given one, but through the proxy. */
  connection: pg.ClientConfig;
  port: number;
  /** Cuts all connections; new ones are refused. */
  cut(): Promise<void>;
  /** Passes nothing on any more, and says so to nobody. */
  silence(): void;
  /** All is well again; what had been silenced is passed on. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** A way to PostgreSQL that can break. */
export async function startDatabaseProxy(to: pg.ClientConfig): Promise<DatabaseProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((socket) => {
    const { host = 'localhost', port = 5432 } = to;
    const onward = host.startsWith('/')
      ? connect(path.join(host, `.s.PGSQL.${port}`))
      : connect({ host, port });
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on('data', (data) => other.write(data));
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      if (isSilent) one.pause();
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as { port: number };
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    port,
    connection: { ...to, host: '127.0.0.1', port },
    cut,
    silence() {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    async mend() {
      isSilent = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(port);
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}
