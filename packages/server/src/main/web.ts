/** The site's process. Started by main/serve.ts, or alone with ROLE=web. */
import { createLog } from '../kernel/lib/log.ts';
import { StartError } from '../kernel/lib/start-error.ts';
import { composeBase } from './compose.ts';
import { composeWeb } from './compose-web.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './database.ts';
import { onStop, runMain } from './process.ts';
import { obtainSigningKey } from './secrets.ts';

await runMain(async () => {
  const config = readConfig(process.env, process.cwd());
  const log = createLog(config.logLevel, { process: 'web' });
  const server = await openDatabase(config, log);
  // Under the supervisor, that takes care of it.
  if (!process.send) server.keepRunning();
  const base = await composeBase(config, server.connection, { name: 'web', log });
  const web = await composeWeb(base, {
    connection: server.connection,
    signingKey: obtainSigningKey(config),
  });
  onStop(log, async () => {
    await web.stop();
    await base.close();
    if (!process.send) await server.stop();
  });
  await web.app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EACCES') {
      throw new StartError(
        `The site cannot listen on ${config.host} port ${config.port}: set HOST and PORT to an address of this machine.`,
      );
    }
    if (error.code !== 'EADDRINUSE') throw error;
    throw new StartError(`Port ${config.port} is taken by another program: set PORT to a free one.`);
  });
  const address = web.app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  log.info({ host: config.host, port }, 'The site is ready.');
  process.send?.({ ready: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}` });
});
