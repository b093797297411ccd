import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, fetchTransport, OWNER, type Role } from '@vesper/contract';
import { MAC_KEY } from '@vesper/core/db/sealed/row-keys.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { type Log, silentLog } from '@vesper/core/lib/log.ts';
import type { FsStorage } from '@vesper/core/storage/fs-storage.ts';
import { ensureDefaultDomain } from '@vesper/site/domains';
import type pg from 'pg';
import { unknownHash } from '../access/server/sessions/password-hash.ts';
import {
  type Administrator,
  findAdministrator,
  insertAdministrator,
} from '../access/server/sessions/queries.ts';
import { insertSession } from '../access/server/sessions/session-queries.ts';
import { newToken } from '../access/server/sessions/session-token.ts';
import { caseLinksOf } from '../app/composition/case-links.ts';
import { type Base, composeBase } from '../app/composition/compose.ts';
import { composeWeb } from '../app/composition/compose-web.ts';
import { composeWorker, type Worker, type WorkerTuning } from '../app/composition/compose-worker.ts';
import { readConfig } from '../app/settings/config.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** Without pauses or circuit breakers, for tests that are not about crawling manners. */
export const UNHURRIED = { gapFactor: 0, backOffMs: 0, maxRetryAfterMs: 0, breakerAfter: 1_000_000 };
export const TEST_SIGNING_KEY = Buffer.from('a signing key for tests, and for tests only');
export const TEST_CASE_LINKS = caseLinksOf(TEST_SIGNING_KEY);
const HOUR_MS = 3_600_000;
/** Retries after milliseconds, and polls often. */
const QUICK = { pauseScale: 0.0001, pollMs: 200, renewMs: 200 };

interface TestSiteOptions {
  log?: Log;
  clock?: Clock;
  batchWaitMs?: number;
  dnsServers?: readonly string[];
  /** Instead of an empty one; dropped with the site. */
  database?: Pick<TestDatabase, 'connection' | 'superuser' | 'drop'>;
  /** Puts a proxy before the database. */
  connectBy?: (connection: pg.ClientConfig) => Promise<pg.ClientConfig>;
}

export type TestSite = Awaited<ReturnType<typeof startTestSite>>;

/** A whole site on its own database and folder, listening on loopback. */
export async function startTestSite(
  env: Record<string, string> = {},
  {
    log = silentLog,
    clock,
    batchWaitMs,
    dnsServers,
    connectBy = async (connection) => connection,
    ...options
  }: TestSiteOptions = {},
) {
  const database = options.database ?? (await createTestDatabase());
  const connection = await connectBy(database.connection);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vesper-test-'));
  /** The texts of all queries. */
  const queries: string[] = [];
  // Renditions are slow: tests about them turn them on.
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', HLS: 'off', ...env }, dataDir);
  const { traces } = config;
  const identity = { name: 'test', log, traces, onQuery: (text: string) => queries.push(text) };
  const composed = await composeBase(config, connection, identity);
  const base = clock ? { ...composed, clock } : composed;
  await ensureDefaultDomain(base.db);
  base.keys.obtain(MAC_KEY);
  const web = await composeWeb(base, {
    connection,
    signingKey: TEST_SIGNING_KEY,
    checkOutput: true,
    sharesAnswers: false,
    tuning: {
      pace: UNHURRIED,
      ...(batchWaitMs === undefined ? {} : { batchWaitMs }),
      ...(dnsServers ? { dnsServers } : {}),
    },
  });
  const url = await web.app.listen({ host: '127.0.0.1', port: 0 });
  const workers: Worker[] = [];
  const stopWorkers = async () => {
    for (const worker of workers.splice(0)) await worker.stop();
  };
  return {
    base,
    /** Its folder of files. */
    storage: base.storages.at('fs') as FsStorage,
    url,
    connection,
    /** For statements that the site's role may not run. */
    superuser: database.superuser,
    queries,
    client: createClient(
      fetchTransport(url, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }),
    ),
    /** A client of a new administrator, who has confirmed the password unless told otherwise. */
    admin: async (options?: { isConfirmed?: boolean }) =>
      createClient(fetchTransport(url, { cookie: await newAdminCookie(base, options), origin: url })),
    async startWorker(tuning?: WorkerTuning): Promise<void> {
      const worker = await composeWorker(base, {
        connection,
        signingKey: TEST_SIGNING_KEY,
        tuning: {
          ...{ pace: UNHURRIED, quarantine: { pollMs: 200 }, downloads: QUICK, media: QUICK },
          ...tuning,
        },
      });
      workers.push(worker);
    },
    stopWorkers,
    async close(): Promise<void> {
      await stopWorkers();
      await web.stop();
      await base.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A new administrator's session cookie, made without a password: signing in takes two runs of Argon2. */
export async function newAdminCookie(
  { db, clock }: Base,
  { isConfirmed = true, role = OWNER }: { isConfirmed?: boolean; role?: Role } = {},
): Promise<string> {
  const now = clock.now();
  const username = `test-${randomUUID()}`;
  await insertAdministrator(db, { username, passwordHash: unknownHash(), now, role });
  const administrator = await findAdministrator(db, username);
  const { token, tokenHash } = newToken();
  const client = { userAgent: 'node', network: '127.0.0' };
  const expiresAt = new Date(now.getTime() + 12 * HOUR_MS);
  await insertSession(db, administrator as Administrator, { tokenHash, now, expiresAt, ...client });
  // Longer than any test.
  const confirmed_at = isConfirmed ? new Date(now.getTime() + 24 * HOUR_MS) : null;
  await db.updateTable('admin_sessions').set({ confirmed_at }).where('token_hash', '=', tokenHash).execute();
  return `vesper-admin=${token}`;
}
