import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Client, createClient, fetchTransport } from '@vesper/contract';
import type pg from 'pg';
import { ensureDefaultDomain } from '../features/domains/index.ts';
import { silentLog } from '../lib/log.ts';
import { type Base, composeBase } from '../main/compose.ts';
import { prepareQueue } from '../main/compose-queue.ts';
import { composeWeb } from '../main/compose-web.ts';
import { composeWorker, type Worker, type WorkerTuning } from '../main/compose-worker.ts';
import { readConfig } from '../main/config.ts';
import { createTestDatabase } from './database.ts';

export interface TestSite {
  base: Base;
  url: string;
  connection: pg.PoolConfig;
  /** The text of every query so far. */
  queries: string[];
  /** Over HTTP, as a browser has it. */
  client: Client;
  /** Starts the worker; it ends with the site. */
  startWorker(tuning?: WorkerTuning): Promise<void>;
  /** Stops the workers that were started, in good order. */
  stopWorkers(): Promise<void>;
  close(): Promise<void>;
}

/** The pauses before further tries are milliseconds, and a worker looks often. */
const QUICK_DOWNLOADS = { pauseScale: 0.0001, pollMs: 50, renewMs: 200 };

/** A whole site on a database and a folder of its own, listening on loopback. */
export async function startTestSite(env: Record<string, string> = {}): Promise<TestSite> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vesper-test-'));
  const queries: string[] = [];
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env }, dataDir);
  const base = composeBase(config, database.connection, {
    name: 'test',
    log: silentLog,
    onQuery: (text) => queries.push(text),
  });
  await ensureDefaultDomain(base.db);
  await prepareQueue(database.connection, silentLog);
  const web = await composeWeb(base, {
    connection: database.connection,
    signingKey: Buffer.from('a signing key for tests, and for tests only'),
    checkOutput: true,
  });
  const url = await web.app.listen({ host: '127.0.0.1', port: 0 });
  const workers: Worker[] = [];
  const stopWorkers = async () => {
    for (const worker of workers.splice(0)) await worker.stop();
  };
  return {
    base,
    url,
    connection: database.connection,
    queries,
    client: createClient(
      fetchTransport(url, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }),
    ),
    async startWorker(tuning) {
      const worker = await composeWorker(base, database.connection, {
        downloads: QUICK_DOWNLOADS,
        ...tuning,
      });
      workers.push(worker);
    },
    stopWorkers,
    async close() {
      await stopWorkers();
      await web.stop();
      await base.db.destroy();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
