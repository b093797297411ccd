import type { Agent, buildConnector as connectors } from 'undici';
import { createSocketOpener, type GuardOptions, portOf } from './guarded-socket.ts';

/** An agent whose every connection is opened by the guard (see guarded-socket.ts); TLS is put on top of it. */
export async function createGuardedAgent(options: GuardOptions): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici');
  const open = createSocketOpener(options);
  const secure = buildConnector({ allowH2: false, timeout: options.connectTimeoutMs });
  const connect: connectors.connector = (target, callback) => {
    open(target.hostname, portOf(target.port, target.protocol)).then(
      (socket) => {
        if (target.protocol === 'https:') secure({ ...target, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (error: Error) => callback(error, null),
    );
  };
  // The time limits of a request are the caller's; a short keep-alive spares us most half-dead connections.
  return new Agent({ connect, allowH2: false, keepAliveTimeout: 2_000, keepAliveMaxTimeout: 10_000 });
}
