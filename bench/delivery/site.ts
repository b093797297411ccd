/** The site in its own process, as in production, on an existing database. Ends with its parent. */
import type pg from 'pg';
import { composeBase } from '../../packages/app/composition/compose.ts';
import { composeWeb } from '../../packages/app/composition/compose-web.ts';
import { readConfig } from '../../packages/app/settings/config.ts';
import { CHILD_SOCKET_FD } from '../../packages/core/server/lib/listening-socket.ts';
import { silentLog } from '../../packages/core/server/lib/log.ts';

export interface SiteTask {
  env: Record<string, string>;
  connection: pg.ClientConfig;
  /** For one of several processes sharing a socket: its share of the connections. */
  shared?: { maxConnections: number };
}

export interface SiteReport {
  url: string;
}

process.once('disconnect', () => process.exit());
process.once('message', async ({ env, connection, shared }: SiteTask) => {
  const config = readConfig({ ...env, LOG_LEVEL: 'silent' }, process.cwd());
  const base = await composeBase(config, connection, { name: 'bench', log: silentLog, ...shared });
  const signingKey = Buffer.from('a signing key for benchmarks only');
  const web = await composeWeb(base, { connection, signingKey });
  const listening = shared ? { fd: CHILD_SOCKET_FD } : { port: 0 };
  const report: SiteReport = { url: await web.app.listen({ host: '127.0.0.1', ...listening }) };
  process.send?.(report);
});
