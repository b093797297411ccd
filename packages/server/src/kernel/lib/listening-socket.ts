import { lookup } from 'node:dns/promises';
import net from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getSystemErrorName } from 'node:util';

/** The file descriptor at which a child finds the socket that it was started with (`startChild`). */
export const CHILD_SOCKET_FD = 4;

export interface ListeningSocket {
  fd: number;
  port: number;
  /** For this process: connections are refused once no child listens any more. */
  close(): void;
}

/** What Node's own cluster module binds sockets with: `listen` would accept connections in this process. */
type Bind = (address: string, port: number, family: number) => BoundHandle | number;
interface BoundHandle {
  fd: number;
  getsockname(found: { port?: number }): number;
  close(): void;
}
const bind = (net as unknown as { _createServerHandle: Bind })._createServerHandle;

/**
 * Binds a socket for children to listen on (decision 47). While none does, connections wait in its queue, from the
 * first listener on until this process ends or closes it. Throws the system's error, such as EADDRINUSE or ENOTFOUND.
 */
export async function bindSocket({ host, port }: { host: string; port: number }): Promise<ListeningSocket> {
  const { address, family } = await lookup(host, { order: 'ipv4first' });
  const handle = bind(address, port, family);
  if (typeof handle === 'number') throw systemError(handle);
  held.push(handle);
  const name: { port?: number } = {};
  // A port that is taken is told here, not when binding.
  const code = handle.getsockname(name);
  if (code !== 0) throw systemError(code);
  return { fd: handle.fd, port: name.port ?? port, close: () => handle.close() };
}

/** What is not held is closed when memory is cleaned up. */
const held: BoundHandle[] = [];

function systemError(code: number): NodeJS.ErrnoException {
  const name = getSystemErrorName(code);
  return Object.assign(new Error(`bind ${name}`), { code: name });
}

const LOOK_MS = 50;
/** A turn of the event loop that brings nothing takes a tenth of this. */
const QUIET_MS = 0.2;

/**
 * Accepts what waits in the socket, then no more connections, and ends those that are open without failing a request:
 * answers say that theirs closes, and what stays idle for the grace may be closed afterwards.
 */
export async function drain(server: net.Server, graceMs: number): Promise<void> {
  server.prependListener(
    'request',
    (_request: unknown, response: { setHeader(name: string, value: string): void }) =>
      response.setHeader('connection', 'close'),
  );
  const deadline = performance.now() + graceMs;
  await acceptWaiting(server, deadline);
  // http's own `close` also ends idle connections at once, on which a request may be on its way.
  net.Server.prototype.close.call(server);
  while (performance.now() < deadline && (await countConnections(server)) > 0)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

/** Until a turn of the event loop brings no connection, and is too short for one to come meanwhile: closing resets those. */
async function acceptWaiting(server: net.Server, deadline: number): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  // This turn may have accepted before.
  await nextTurn();
  let startedAt: number;
  do {
    accepted = 0;
    startedAt = performance.now();
    await nextTurn();
  } while ((accepted > 0 || performance.now() - startedAt > QUIET_MS) && startedAt < deadline);
  server.off('connection', count);
}

function countConnections(server: net.Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
}
