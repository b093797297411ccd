import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { type Base, composeBase } from '../packages/app/composition/compose.ts';
import { prepareQueue } from '../packages/app/composition/compose-queue.ts';
import { composeWeb } from '../packages/app/composition/compose-web.ts';
import { readConfig } from '../packages/app/settings/config.ts';
import { MAC_KEY } from '../packages/core/server/db/sealed/row-keys.ts';
import { silentLog } from '../packages/core/server/lib/log.ts';
import { ensureDefaultDomain } from '../packages/site/server/domains/index.ts';

export interface BenchSite {
  base: Base;
  url: string;
  stop(): Promise<void>;
}

/** The whole site on a filled database, in this process, listening on loopback. `watch` gets its pool before any query. */
export async function startSite(
  connection: pg.PoolConfig,
  watch: (pool: pg.Pool) => void = () => {},
): Promise<BenchSite> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vesper-bench-'));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }, dataDir);
  const base = await composeBase(config, connection, { name: 'bench', log: silentLog });
  base.keys.obtain(MAC_KEY);
  watch(base.pool);
  await ensureDefaultDomain(base.db);
  await prepareQueue(connection, silentLog);
  const signingKey = Buffer.from('a signing key for benchmarks only');
  const web = await composeWeb(base, { connection, signingKey });
  return {
    base,
    url: await web.app.listen({ host: '127.0.0.1', port: 0 }),
    async stop() {
      await web.stop();
      await base.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
