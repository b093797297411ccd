import path from 'node:path';
import { type Client, createClient, fetchTransport } from '@vesper/contract';
import { type ServerBuild, startEmbeddedPostgres } from '@vesper/core/db/embedded.ts';
import { MAC_KEY } from '@vesper/core/db/sealed/row-keys.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { ensureDefaultDomain } from '@vesper/site/domains';
import { composeBase } from '../app/composition/compose.ts';
import { prepareQueue } from '../app/composition/compose-queue.ts';
import { composeWeb } from '../app/composition/compose-web.ts';
import { migrateDatabase, openDatabase } from '../app/composition/database.ts';
import { readConfig } from '../app/settings/config.ts';
import { newAdminCookie, TEST_SIGNING_KEY } from './site.ts';

export type EmbeddedSite = Awaited<ReturnType<typeof startEmbeddedSite>>;

/** A site with an embedded database in `dataDir`, new or existing; of another version by its `build`. */
export async function startEmbeddedSite(
  dataDir: string,
  now: Date,
  { signingKey = TEST_SIGNING_KEY, build }: { signingKey?: Buffer; build?: ServerBuild } = {},
) {
  const config = readConfig(
    { DATA_DIR: dataDir, LOG_LEVEL: 'silent', HLS: 'off', TRUST_PROXY: '127.0.0.1' },
    dataDir,
  );
  const server = build
    ? await startEmbeddedPostgres(path.join(dataDir, 'postgres'), silentLog, { build })
    : await openDatabase(config, silentLog);
  await migrateDatabase(server, silentLog);
  await prepareQueue(server.connection, silentLog);
  const { connection } = server;
  const composed = await composeBase(config, connection, { name: 'test', log: silentLog });
  const base = { ...composed, clock: { now: () => now } };
  await ensureDefaultDomain(base.db);
  base.keys.obtain(MAC_KEY);
  const web = await composeWeb(base, { connection, signingKey });
  const url = await web.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    ...{ base, url, connection },
    /** A client of a new administrator. */
    async admin(): Promise<Client> {
      const cookie = await newAdminCookie({ ...base, clock: composed.clock });
      return createClient(fetchTransport(url, { cookie, origin: url }));
    },
    /** Also stops its database, as the last user. */
    async close(): Promise<void> {
      await web.stop();
      await base.close();
      await server.stop();
    },
  };
}
