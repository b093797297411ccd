import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestSite } from './site.ts';

/** Halves a program's start time by caching compiled code. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../.cache/compiled', import.meta.url)),
};
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLI = fileURLToPath(new URL('../app/cli.ts', import.meta.url));
const SERVE = fileURLToPath(new URL('../app/serve.ts', import.meta.url));
const WORKER = fileURLToPath(new URL('../app/worker.ts', import.meta.url));

export interface RunningCommand {
  pid: number;
  kill(signal: NodeJS.Signals): void;
  /** Both streams so far. */
  output(): string;
  ended: Promise<{ code: number | null; output: string }>;
}

/** The command line in its own process, on a test site's database and folder. */
export function startCommand(
  site: TestSite,
  words: readonly string[],
  env: Record<string, string> = {},
): RunningCommand {
  return startProgram(site, [CLI, ...words], env);
}

/** A worker in its own process, so that it can be killed. */
export function startWorkerProcess(site: TestSite, env: Record<string, string> = {}): RunningCommand {
  return startProgram(site, [WORKER], { HLS: 'off', ...env });
}

/** A worker that sees another file as /etc/resolv.conf; needs root. */
export function startWorkerResolvingBy(
  site: TestSite,
  resolvConf: string,
  env: Record<string, string> = {},
): RunningCommand {
  const script = 'mount --bind "$0" /etc/resolv.conf && exec "$@"';
  const within = ['unshare', '--mount', 'sh', '-c', script, resolvConf];
  return startProgram(site, [WORKER], { HLS: 'off', ...env }, within);
}

/** The site as operators run it, with its supervisor, beside the one in the test's process. */
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
  return spawnCommand([...within, process.execPath, ...words], {
    DATA_DIR: base.config.dataDir,
    DATABASE_URL: `postgres://${user}:${secret}@/${database}?host=${encodeURIComponent(String(host))}&port=${port}`,
    LOG_LEVEL: 'error',
    ...env,
  });
}

/** Without the test runner's own variables, which would change how programs behave. */
export function spawnCommand(
  [file = '', ...args]: readonly string[],
  env: Record<string, string>,
): RunningCommand {
  const child = spawn(file, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...COMPILE_CACHE, ...env },
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
