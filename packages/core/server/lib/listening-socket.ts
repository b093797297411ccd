import { lookup } from 'node:dns/promises';
import net from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getSystemErrorName } from 'node:util';

/** Where a child finds its socket (`startChild`). */
export const CHILD_SOCKET_FD = 4;

export interface ListeningSocket {
  fd: number;
  port: number;
  /** In this process: without a listening child, connections are refused. */
  close(): void;
}

/** As Node's cluster module does: `listen` would accept connections in this process. */
type Bind = (address: string, port: number, family: number) => BoundHandle | number;
interface BoundHandle {
  fd: number;
  getsockname(found: { port?: number }): number;
  close(): void;
}
const bind = (net as unknown as { _createServerHandle: Bind })._createServerHandle;

/**
 * A socket for children to listen on (decision 47); without one, connections wait in its queue. Throws the system's
 * error, such as EADDRINUSE or ENOTFOUND.
 */
export async function bindSocket({ host, port }: { host: string; port: number }): Promise<ListeningSocket> {
  const { address, family } = await lookup(host, { order: 'ipv4first' });
  const handle = bind(address, port, family);
  if (typeof handle === 'number') throw systemError(handle);
  held.push(handle);
  const name: { port?: number } = {};
  // A port in use is reported here, not by binding.
  const code = handle.getsockname(name);
  if (code !== 0) throw systemError(code);
  return { fd: handle.fd, port: name.port ?? port, close: () => handle.close() };
}

/** Otherwise garbage collection closes them. */
const held: BoundHandle[] = [];

function systemError(code: number): NodeJS.ErrnoException {
  const name = getSystemErrorName(code);
  return Object.assign(new Error(`bind ${name}`), { code: name });
}

const POLL_MS = 50;
/** An empty turn of the event loop takes a tenth of this. */
const QUIET_MS = 0.2;

/**
 * Accepts connections waiting in the socket, then closes it without failing a request: responses close their
 * connections, and those idle for the whole grace period may be closed afterwards.
 */
export async function drain(server: net.Server, graceMs: number): Promise<void> {
  server.prependListener(
    'request',
    (_request: unknown, response: { setHeader(name: string, value: string): void }) =>
      response.setHeader('connection', 'close'),
  );
  const deadline = performance.now() + graceMs;
  await acceptWaiting(server, deadline);
  // http's own `close` also ends idle connections at once, where a request may be arriving.
  net.Server.prototype.close.call(server);
  while (performance.now() < deadline && (await countConnections(server)) > 0)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

/** Until a turn accepts no connection and is too short for one to arrive meanwhile: closing would reset it. */
async function acceptWaiting(server: net.Server, deadline: number): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  // This turn may have accepted some already.
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
