import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';

export interface BreakableProxy {
  /** On 127.0.0.1. */
  port: number;
  /** Cuts all connections; new ones are refused. */
  cut(): Promise<void>;
  /** Passes nothing on any more, and says so to nobody. */
  silence(): void;
  /** All is well again; what had been silenced is passed on. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** A way to a server that can break; of PostgreSQL, `host` may be the folder of its socket. */
export async function startBreakableProxy({
  host,
  port: to,
}: {
  host: string;
  port: number;
}): Promise<BreakableProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((socket) => {
    const onward = host.startsWith('/')
      ? connect(path.join(host, `.s.PGSQL.${to}`))
      : connect({ host, port: to });
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
