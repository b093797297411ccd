import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLog } from '../packages/server/src/kernel/lib/log.ts';
import { type Base, composeBase } from '../packages/server/src/main/compose.ts';
import { prepareQueue } from '../packages/server/src/main/compose-queue.ts';
import { composeWeb } from '../packages/server/src/main/compose-web.ts';
import { readConfig } from '../packages/server/src/main/config.ts';
import { ensureDefaultDomain } from '../packages/server/src/site/domains/index.ts';
import type { TestDatabase } from '../packages/server/src/test/database.ts';
import { loadPages, type PageLoad } from './page-load.ts';

export interface PageMeasurements {
  /** The same page over and over, as with many visitors of the home page. */
  same: PageLoad;
  /** Another page each time, so that each is asked of the database and rendered. */
  different: PageLoad;
}

const CONNECTIONS = 8;
const DURATION_MS = 3000;
const WARM_UP_MS = 1500;

/** The whole site on a filled database, in this process, asked for pages of its home page over loopback. */
export async function measurePages(database: TestDatabase, pageCount: number): Promise<PageMeasurements> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vesper-bench-'));
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }, dataDir);
  const base = await composeBase(config, database.connection, { name: 'bench', log: silentLog });
  try {
    await ensureDefaultDomain(base.db);
    await prepareQueue(database.connection, silentLog);
    return await measureSite(base, database, pageCount);
  } finally {
    await base.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measureSite(
  base: Base,
  { connection }: TestDatabase,
  pageCount: number,
): Promise<PageMeasurements> {
  const signingKey = Buffer.from('a signing key for benchmarks, and only for those');
  const web = await composeWeb(base, { connection, signingKey });
  try {
    await web.app.listen({ host: '127.0.0.1', port: 0 });
    const address = web.app.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    let asked = 0;
    const another = () => {
      asked += 1;
      return `/?page=${1 + (asked % pageCount)}`;
    };
    const load = (nextPath: () => string, durationMs: number) =>
      loadPages(port, nextPath, { connections: CONNECTIONS, durationMs });
    await load(another, WARM_UP_MS);
    const different = await load(another, DURATION_MS);
    return { different, same: await load(() => '/', DURATION_MS) };
  } finally {
    await web.stop();
  }
}
