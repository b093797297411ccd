import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';

export type BreakableProxy = Awaited<ReturnType<typeof startBreakableProxy>>;

/** A proxy on 127.0.0.1 that can break; PostgreSQL's `host` may be its socket's folder. */
export async function startBreakableProxy({ host, port: to }: { host: string; port: number }) {
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
  /** Cuts all connections and refuses new ones. */
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    port,
    cut,
    /** Forwards nothing, without closing. */
    silence(): void {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    /** Restores everything, and forwards what was held back. */
    async mend(): Promise<void> {
      isSilent = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(port);
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}
