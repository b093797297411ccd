import { type Client, createClient, fetchTransport } from '@vesper/contract';
import { type Log, silentLog } from '@vesper/core/lib/log.ts';
import { ensureDefaultDomain } from '@vesper/site/domains';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeVideo } from '../test/factories.ts';
import { type PlainSource, startPlainSource } from '../test/plain-source.ts';
import { UNHURRIED } from '../test/site.ts';
import { mountSmallDisk, NO_SMALL_DISK, type SmallDisk } from '../test/small-disk.ts';
import { type Base, composeBase } from './composition/compose.ts';
import { prepareQueue } from './composition/compose-queue.ts';
import { composeWeb, type Web } from './composition/compose-web.ts';
import { composeWorker, type Worker } from './composition/compose-worker.ts';
import { type DatabaseServer, migrateDatabase, openDatabase } from './composition/database.ts';
import { readConfig } from './settings/config.ts';

/** A whole site with its embedded database on a small disk. */

const MB = 1_000_000;

let disk: SmallDisk;
let source: PlainSource;
let server: DatabaseServer;
let base: Base;
let web: Web;
let worker: Worker;
let url: string;
let client: Client;
const told: string[] = [];

beforeAll(async () => {
  if (NO_SMALL_DISK) return;
  disk = await mountSmallDisk(400 * MB);
  source = await startPlainSource();
  const env = { DATA_DIR: disk.folder, HLS: 'off', OUTBOUND_ALLOW: source.hostAndPort };
  const config = readConfig({ ...env, DISK_WARN_BELOW: '90MB', DISK_STOP_BELOW: '50MB' }, '/');
  const error = (_: unknown, text: string) => void told.push(text);
  const log: Log = Object.assign(Object.create(silentLog), { error, child: () => log });
  server = await openDatabase(config, silentLog);
  server.keepRunning();
  const { connection } = server;
  await migrateDatabase(server, silentLog);
  base = await composeBase(config, connection, { name: 'test', log });
  await ensureDefaultDomain(base.db);
  await prepareQueue(connection, silentLog);
  const signingKey = Buffer.from('a signing key for tests, and for tests only');
  web = await composeWeb(base, { connection, signingKey, checkOutput: true });
  url = await web.app.listen({ host: '127.0.0.1', port: 0 });
  client = createClient(
    fetchTransport(url, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }),
  );
  worker = await composeWorker(base, {
    ...{ connection, signingKey },
    tuning: {
      pace: UNHURRIED,
      downloads: { pauseScale: 0.0001, pollMs: 50, renewMs: 200 },
      beat: { beatMs: 50 },
    },
  });
}, 180_000);
afterAll(async () => {
  await worker?.stop();
  await web?.stop();
  await base?.close();
  await server?.stop();
  await source?.close();
  await disk?.unmount();
});

test.skipIf(NO_SMALL_DISK)(
  'a full disk gives sentences, never a 500, and all recovers with room',
  async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => makeVideo(base.db)));
    const view = (id = '', headers = {}) =>
      fetch(`${url}/api/videos/${id}/view`, {
        method: 'POST',
        headers: { 'user-agent': 'Firefox', ...headers },
      });
    await disk.fillTo(0);
    // Writes use up the database's reserve.
    const fill = sql`create table if not exists filling as select repeat(md5(n::text), 100) from generate_series(1, 100000) n`;
    await expect(fill.execute(base.db)).rejects.toMatchObject({ code: '53100' });
    const statuses = new Set<number>();
    for (let round = 0; round < 40 && !statuses.has(503); round += 1) {
      await fill.execute(base.db).catch(() => {});
      await sql`select pg_switch_wal()`.execute(base.db).catch(() => {});
      for (const id of ids) statuses.add((await view(id, { 'user-agent': `Firefox ${round}` })).status);
      statuses.add((await fetch(`${url}/?page=${round + 1}`)).status);
    }
    expect(statuses).toContain(503);
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const refused = await view(ids[0], { 'user-agent': 'Firefox at the end' });
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      '30',
      {
        error: 'unavailable',
        message: expect.stringMatching(/^The (?:disk is full|database does not answer).*\.$/),
      },
    ]);
    await disk.empty();
    await vi.waitFor(
      async () => expect((await view(ids[1], { 'user-agent': 'Firefox again' })).status).toBe(200),
      {
        timeout: 120_000,
        interval: 500,
      },
    );
    await vi.waitFor(
      async () => expect(await client.videos.list()).toMatchObject({ videos: expect.any(Array) }),
      30_000,
    );
  },
  300_000,
);
