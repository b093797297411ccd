/** script/server: starts and migrates the database, and keeps web processes and worker running. */

import { recordSystemEvent } from '@vesper/access/audit';
import { ensureFirstAdministrator } from '@vesper/access/sessions';
import { createDb, createPool, type Db } from '@vesper/core/db/pool.ts';
import { systemClock } from '@vesper/core/lib/clock.ts';
import { createLog, type Log } from '@vesper/core/lib/log.ts';
import { ensureDefaultDomain } from '@vesper/site/domains';
import { caseKeysOf } from './composition/compose.ts';
import { prepareQueue } from './composition/compose-queue.ts';
import { type DatabaseServer, migrateDatabase, openDatabase } from './composition/database.ts';
import { joinSite } from './composition/machine.ts';
import { leaveRoot } from './processes/account.ts';
import { bindSite } from './processes/listening.ts';
import { EXIT_HOPELESS, onStop, runMain } from './processes/process.ts';
import { startChildren } from './processes/supervise.ts';
import { type Config, readConfig } from './settings/config.ts';
import { closeFolders } from './settings/folders.ts';

await runMain(async () => {
  const config = readConfig(process.env, process.cwd());
  const log = createLog(config.logLevel, { process: 'main' });
  await leaveRoot(config, log);
  const socket = config.role === 'worker' ? undefined : await bindSite(config);
  const starting = startDatabase(config, log);
  if (!socket) {
    // A worker alone needs no supervisor.
    await (await starting).stop();
    await import('./worker.ts');
    return;
  }
  let children: { stop(): Promise<void> } | undefined;
  // Set up early: a stop during the start waits for it, and leaves nothing running.
  const life = onStop(log, async () => {
    const server = await starting.catch(() => undefined);
    // Otherwise connections wait in it until this process ends and resets them.
    socket.close();
    await children?.stop();
    await server?.stop();
  });
  const server = await starting;
  if (life.isStopping()) return;
  server.keepRunning();
  children = startChildren({
    ...{ config, socket, log },
    onHopeless: () => {
      process.exitCode = EXIT_HOPELESS;
      process.kill(process.pid, 'SIGTERM');
    },
  });
});

async function startDatabase(config: Config, log: Log): Promise<DatabaseServer> {
  const server = await openDatabase(config, log);
  try {
    closeFolders(config);
    await prepareSite(config, server, log);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function prepareSite(config: Config, server: DatabaseServer, log: Log): Promise<void> {
  await migrateDatabase(server, log);
  const options = { connection: server.connection, maxConnections: 1, applicationName: 'vesper-main' };
  const db = createDb(createPool({ ...options, onIdleError: () => {} }));
  try {
    await joinSite({ config, db, keys: caseKeysOf(config) });
    await ensureDefaultDomain(db);
    // A worker alone may run unattended.
    if (config.role !== 'worker') {
      const record = (tx: Db, username: string) =>
        recordSystemEvent(tx, systemClock, {
          action: 'administrators.add',
          subject: username,
          after: { username },
        });
      const now = systemClock.now();
      await ensureFirstAdministrator(db, config.firstAdministrator, { now, announce, record });
    }
  } finally {
    await db.destroy();
  }
  await prepareQueue(server.connection, log);
}

/** To the terminal only: logs are kept, and read by others. */
function announce({ username, password }: { username: string; password: string }): void {
  process.stdout.write(
    `The administrator is ${username}, the password ${password}\n` +
      `It is not shown again; "script/vesper admin reset ${username}" makes another.\n`,
  );
}
