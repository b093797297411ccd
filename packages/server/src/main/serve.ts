/** script/server: brings the database up, migrates it, and keeps the site and the worker running. */
import { fileURLToPath } from 'node:url';
import { createDb, createPool } from '../db/pool.ts';
import { ensureDefaultDomain } from '../features/domains/index.ts';
import { createLog, type Log } from '../lib/log.ts';
import { type ChildProcess, startChild } from '../lib/run-process.ts';
import { prepareQueue } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import { type DatabaseServer, migrateDatabase, openDatabase } from './database.ts';
import { EXIT_HOPELESS, onStop, runMain } from './process.ts';
import { obtainSigningKey } from './secrets.ts';

const DATABASE_CHECK_MS = 5000;
const CHILD_STOP_MS = 45_000;

await runMain(async () => {
  const config = readConfig(process.env, process.cwd());
  const log = createLog(config.logLevel, { process: 'main' });
  const server = await openDatabase(config, log);
  try {
    await prepareSite(config, server, log);
  } catch (error) {
    await server.stop();
    throw error;
  }
  if (config.role !== 'all') {
    // One role alone needs no supervisor: this process becomes it.
    await import(config.role === 'web' ? './web.ts' : './worker.ts');
    return;
  }
  superviseChildren(server, log);
});

async function prepareSite(config: Config, server: DatabaseServer, log: Log): Promise<void> {
  await migrateDatabase(server.connection, log);
  const options = { connection: server.connection, maxConnections: 1, applicationName: 'vesper-main' };
  const db = createDb(createPool({ ...options, onIdleError: () => {} }));
  await ensureDefaultDomain(db).finally(() => db.destroy());
  await prepareQueue(server.connection, log);
  obtainSigningKey(config);
}

interface Supervised {
  name: string;
  child: ChildProcess | undefined;
  ready: boolean;
  failures: number;
}

function superviseChildren(server: DatabaseServer, log: Log): void {
  const all: Supervised[] = ['web', 'worker'].map((name) => ({
    name,
    child: undefined,
    ready: false,
    failures: 0,
  }));
  let stopping = false;

  const start = (one: Supervised) => {
    const child = startChild(
      process.execPath,
      [fileURLToPath(new URL(`./${one.name}.ts`, import.meta.url))],
      {
        ...process.env,
      },
    );
    one.child = child;
    child.on('message', (message: { ready?: string }) => {
      one.ready = true;
      one.failures = 0;
      if (one.name === 'web' && message.ready) process.stdout.write(`Vesper is at ${message.ready}\n`);
    });
    child.once('exit', (code, signal) => {
      one.child = undefined;
      if (stopping) return;
      if (code === EXIT_HOPELESS && !one.ready) {
        process.exitCode = EXIT_HOPELESS;
        process.kill(process.pid, 'SIGTERM');
        return;
      }
      one.failures += 1;
      const waitMs = Math.min(30_000, 500 * 2 ** (one.failures - 1));
      log.error(
        { child: one.name, code, signal, waitMs },
        'A process ended unexpectedly and is started again.',
      );
      setTimeout(() => !stopping && start(one), waitMs);
    });
  };

  const check = setInterval(() => {
    server
      .ensureRunning()
      .catch((error: unknown) => log.error({ err: error }, 'The database is not running.'));
  }, DATABASE_CHECK_MS);
  onStop(log, async () => {
    stopping = true;
    clearInterval(check);
    await Promise.all(all.map((one) => endChild(one.child)));
    await server.stop();
    if (process.exitCode) process.exit();
  });
  for (const one of all) start(one);
}

/** Asks a child to end, and insists after a while. */
async function endChild(child: ChildProcess | undefined): Promise<void> {
  if (!child) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), CHILD_STOP_MS);
  await ended;
  clearTimeout(timer);
}
