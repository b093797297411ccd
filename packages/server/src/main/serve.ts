/** script/server: brings the database up, migrates it, and keeps the site and the worker running. */
import { createDb, createPool } from '../db/pool.ts';
import { ensureDefaultDomain } from '../features/domains/index.ts';
import { createLog, type Log } from '../lib/log.ts';
import { prepareQueue } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import { type DatabaseServer, migrateDatabase, openDatabase } from './database.ts';
import { EXIT_HOPELESS, onStop, runMain } from './process.ts';
import { obtainSigningKey } from './secrets.ts';
import { supervise } from './supervise.ts';

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
    await server.stop();
    await import(config.role === 'web' ? './web.ts' : './worker.ts');
    return;
  }
  server.keepRunning();
  const children = supervise({
    log,
    onReady: (address) => process.stdout.write(`Vesper is at ${address}\n`),
    onHopeless: () => {
      process.exitCode = EXIT_HOPELESS;
      process.kill(process.pid, 'SIGTERM');
    },
  });
  onStop(log, async () => {
    await children.stop();
    await server.stop();
  });
});

async function prepareSite(config: Config, server: DatabaseServer, log: Log): Promise<void> {
  await migrateDatabase(server.connection, log);
  const options = { connection: server.connection, maxConnections: 1, applicationName: 'vesper-main' };
  const db = createDb(createPool({ ...options, onIdleError: () => {} }));
  await ensureDefaultDomain(db).finally(() => db.destroy());
  await prepareQueue(server.connection, log);
  obtainSigningKey(config);
}
