/** A web process, started by app/serve.ts, which has bound the socket and keeps shared counts. */

import { countsOfAnother } from '@vesper/core/lib/counts.ts';
import { CHILD_SOCKET_FD, drain } from '@vesper/core/lib/listening-socket.ts';
import { createLog } from '@vesper/core/lib/log.ts';
import { composeBase, connectionsOfEach } from './composition/compose.ts';
import { composeWeb, type Web } from './composition/compose-web.ts';
import { openDatabase } from './composition/database.ts';
import { explainListening } from './processes/listening.ts';
import { onStop, runMain } from './processes/process.ts';
import { askSupervisor, NUMBER_VARIABLE } from './processes/web-processes.ts';
import { readConfig } from './settings/config.ts';
import { obtainSigningKey } from './settings/secrets.ts';

/** Grace period: the next response on a keep-alive connection closes it. */
const DRAIN_MS = 1000;

await runMain(async () => {
  const config = readConfig(process.env, process.cwd());
  const { webProcesses } = config;
  const log = createLog(config.logLevel, { process: 'web', number: Number(process.env[NUMBER_VARIABLE]) });
  const server = await openDatabase(config, log);
  const maxConnections = connectionsOfEach(webProcesses);
  const { traces } = config;
  const base = await composeBase(config, server.connection, { name: 'web', log, maxConnections, traces });
  let web: Web | undefined;
  const supervisor = askSupervisor({ figures: async () => web?.figures() ?? [], isThere() {} });
  web = await composeWeb(base, {
    connection: server.connection,
    signingKey: obtainSigningKey(config),
    counts: countsOfAnother(supervisor.count),
    processes: { most: webProcesses, figures: () => supervisor.figuresOfAll() },
  });
  const { app, stop } = web;
  onStop(log, async () => {
    await drain(app.server, DRAIN_MS);
    await stop();
    await base.close();
  });
  // With localhost Fastify would open sockets for all its addresses.
  const listening = { fd: CHILD_SOCKET_FD, host: config.host.replace('localhost', '127.0.0.1') };
  await app.listen(listening).catch(explainListening(config));
  log.info({ pid: process.pid }, 'Listening.');
  process.send?.({ ready: true });
});
