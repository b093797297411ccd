import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestSite } from './site.ts';

/** Compiled code is kept from one start of a program to the next, which halves the time that each takes. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../../.cache/compiled', import.meta.url)),
};
const CLI = fileURLToPath(new URL('../main/cli.ts', import.meta.url));
const SERVE = fileURLToPath(new URL('../main/serve.ts', import.meta.url));
const WORKER = fileURLToPath(new URL('../main/worker.ts', import.meta.url));

export interface RunningCommand {
  pid: number;
  kill(signal: NodeJS.Signals): void;
  /** What it has said so far. */
  output(): string;
  ended: Promise<{ code: number | null; output: string }>;
}

/** The operator's command line in a process of its own, on the database and the folder of a test site. */
export function startCommand(
  site: TestSite,
  words: readonly string[],
  env: Record<string, string> = {},
): RunningCommand {
  return startProgram(site, [CLI, ...words], env);
}

/** The same of a worker: for tests that kill it. */
export function startWorkerProcess(site: TestSite, env: Record<string, string> = {}): RunningCommand {
  return startProgram(site, [WORKER], { HLS: 'off', ...env });
}

/**
 * A worker whose system asks the name server of a file such as /etc/resolv.conf, which it sees in that one's place. Only
 * root can do so.
 */
export function startWorkerResolvingBy(
  site: TestSite,
  resolvConf: string,
  env: Record<string, string> = {},
): RunningCommand {
  const script = 'mount --bind "$0" /etc/resolv.conf && exec "$@"';
  const within = ['unshare', '--mount', 'sh', '-c', script, resolvConf];
  return startProgram(site, [WORKER], { HLS: 'off', ...env }, within);
}

/** The site as operators run it, with its supervisor, beside the one that is in the test's process. */
export function startSupervisor(site: TestSite, env: Record<string, string> = {}): RunningCommand {
  return startProgram(site, [SERVE], { PORT: '0', LOG_LEVEL: 'info', ...env });
}

function startProgram(
  { base, connection }: TestSite,
  words: readonly string[],
  env: Record<string, string>,
  within: readonly string[] = [],
): RunningCommand {
  const { host, port, user, password, database } = connection;
  const secret = encodeURIComponent(String(password));
  const [file = '', ...args] = [...within, process.execPath, ...words];
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: base.config.dataDir,
      DATABASE_URL: `postgres://${user}:${secret}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`,
      LOG_LEVEL: 'error',
      ...COMPILE_CACHE,
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  return {
    pid: child.pid ?? 0,
    kill: (signal) => child.kill(signal),
    output: () => output,
    ended: new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => resolve({ code, output }));
    }),
  };
}
