import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ListeningSocket } from '../../kernel/lib/listening-socket.ts';
import type { Log } from '../../kernel/lib/log.ts';
import { startChild } from '../../kernel/lib/run-process.ts';
import type { Config } from '../settings/config.ts';
import { WORKER_FLAGS } from './node-flags.ts';
import { type Kept, supervise } from './supervise.ts';
import { createWebProcesses } from './web-processes.ts';

const WORKER = fileURLToPath(new URL('../worker.ts', import.meta.url));

export interface ChildrenOptions {
  config: Config;
  socket: ListeningSocket;
  log: Log;
  /** A child reported that it cannot start. */
  onHopeless: () => void;
}

/** Keeps the site's processes running, and with ROLE=all a worker. */
export function startChildren({ config, socket, log, onHopeless }: ChildrenOptions): {
  stop(): Promise<void>;
} {
  const env = environmentOfChildren(config, process.env);
  const web = createWebProcesses(socket.fd, env, log);
  let isReady = false;
  const onReady = () => {
    if (!isReady) announce(config, socket.port, log);
    isReady = true;
  };
  const all: Kept[] = Array.from({ length: config.webProcesses }, (_, index) => ({
    child: 'web',
    number: index + 1,
    start: () => web.start(index + 1),
    onReady,
  }));
  if (config.role === 'all')
    all.push({
      child: 'worker',
      start: () => startChild(process.execPath, [...WORKER_FLAGS, WORKER], { env }),
    });
  return supervise(all, { log, onHopeless });
}

/** Once, when the first process answers. */
function announce({ host }: Config, port: number, log: Log): void {
  log.info({ host, port }, 'The site is ready.');
  process.stdout.write(`Vesper is at http://${host.includes(':') ? `[${host}]` : host}:${port}\n`);
}

/**
 * They serve strangers, so they must not get the right to change tables. What Node compiles is kept: a process that
 * starts again takes a third less of the processor, and 9 MB less memory.
 */
export function environmentOfChildren(
  { dataDir }: Pick<Config, 'dataDir'>,
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const { DATABASE_MIGRATE_URL: _, FORMER_DATABASE_URL: __, ...rest } = env;
  return { NODE_COMPILE_CACHE: path.join(dataDir, 'compiled'), ...rest };
}
