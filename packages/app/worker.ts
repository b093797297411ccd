/** The worker, started by app/serve.ts, or alone with ROLE=worker. */
import { createLog } from '@vesper/core/lib/log.ts';
import { lowerPriority, WORKER_NICENESS } from '@vesper/core/lib/low-priority.ts';
import { composeBase } from './composition/compose.ts';
import { composeWorker } from './composition/compose-worker.ts';
import { openDatabase } from './composition/database.ts';
import { onStop, runMain } from './processes/process.ts';
import { requirePrograms } from './processes/programs.ts';
import { readConfig } from './settings/config.ts';
import { obtainSigningKey } from './settings/secrets.ts';

await runMain(async () => {
  const config = readConfig(process.env, process.cwd());
  const log = createLog(config.logLevel, { process: 'worker' });
  await requirePrograms(log);
  const server = await openDatabase(config, log);
  // Otherwise the supervisor takes care of it.
  if (!process.send) server.keepRunning();
  // Not if a database server started from here would inherit the priority.
  if (process.send || config.databaseUrl) lowerPriority(WORKER_NICENESS);
  const { traces } = config;
  const base = await composeBase(config, server.connection, { name: 'worker', log, traces });
  const worker = await composeWorker(base, {
    connection: server.connection,
    signingKey: obtainSigningKey(config),
  });
  onStop(log, async () => {
    await worker.stop();
    await base.close();
    if (!process.send) await server.stop();
  });
  log.info('The worker is ready.');
  process.send?.({ ready: true });
});
