import path from 'node:path';
import { startEmbeddedPostgres } from '../packages/server/src/kernel/db/embedded.ts';
import { silentLog } from '../packages/server/src/kernel/lib/log.ts';
import { composeBase } from '../packages/server/src/main/compose.ts';
import { composeWeb } from '../packages/server/src/main/compose-web.ts';
import { readConfig } from '../packages/server/src/main/config.ts';
import { obtainSigningKey } from '../packages/server/src/main/secrets.ts';

const DAY_MS = 24 * 3600 * 1000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/**
 * The site of a running demo once more, with its database, files and keys, some days from now. It asks the given DNS
 * servers for names, and believes what is said in X-Forwarded-For.
 */
export async function startLaterSite(
  dataDir: string,
  { days, dnsServers }: { days: number; dnsServers: readonly string[] },
): Promise<{ url: string; close(): Promise<void> }> {
  const { connection, stop } = await startEmbeddedPostgres(path.join(dataDir, 'postgres'), silentLog);
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', TRUST_PROXY: '127.0.0.1' }, dataDir);
  const composed = await composeBase(config, connection, {
    name: 'later',
    log: silentLog,
    maxConnections: 4,
  });
  const base = { ...composed, clock: { now: () => new Date(Date.now() + days * DAY_MS) } };
  const signingKey = obtainSigningKey(config);
  const web = await composeWeb(base, { connection, signingKey, tuning: { dnsServers } });
  const url = await web.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    async close() {
      await web.stop();
      // Crawlers have not been here yet.
      await base.db
        .deleteFrom('crawler_visits')
        .where('day', '>', dayOf(Date.now() + DAY_MS))
        .execute();
      await base.close();
      await stop();
    },
  };
}
