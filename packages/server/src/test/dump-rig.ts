import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client, DumpFile, DumpRun } from '@vesper/contract';
import { sql } from 'kysely';
import { runDump } from '../intake/dumps/index.ts';
import { createManners, type Manners } from '../intake/manners/index.ts';
import type { Db } from '../kernel/db/pool.ts';
import type { Clock } from '../kernel/lib/clock.ts';
import { PRODUCT_TOKEN } from '../kernel/lib/outbound/product-token.ts';
import { createOutboundFetch } from '../main/composition/outbound.ts';
import { makingWay } from '../pipeline/make-way.ts';
import { dropStaleTranslations } from '../words/translations/index.ts';
import { type MadeSource, makeSource } from './factories.ts';
import { startTestSite, type TestSite } from './site.ts';

export interface DumpRig {
  site: TestSite;
  db: Db;
  admin: Client;
  origin: string;
  manners: Manners;
  /** What the source's server holds, by path; each has an ETag made from its content. */
  files: Map<string, string | Buffer>;
  /** Status of the answers so far, by path. */
  asked: { path: string; status: number }[];
  /** A source of the kind `dump` at `/videos.csv`. */
  addDump(fields?: MadeSource & { path?: string }): Promise<string>;
  /** A reading from its start to its end, in this process. */
  read(sourceId: string, file?: DumpFile): Promise<DumpRun>;
  /** The work of a reading that was started, as a worker's job does it. */
  work(runId: string, clock?: Clock): Promise<void>;
  close(): Promise<void>;
}

export const PLAYERS = 'Charts=https://player.test/embed/{id} charts.watch=https://charts.test/watch/{id}';

/** A site with administrators, and a source's server on loopback whose dumps it reads. */
export async function startDumpRig(env: Record<string, string> = {}, batchSize?: number): Promise<DumpRig> {
  const files = new Map<string, string | Buffer>();
  const asked: DumpRig['asked'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const body = files.get(path);
    const etag = `"${createHash('sha256')
      .update(body ?? '')
      .digest('hex')}"`;
    const status = body === undefined ? 404 : request.headers['if-none-match'] === etag ? 304 : 200;
    if (path !== '/robots.txt') asked.push({ path, status });
    response.writeHead(status, body === undefined ? {} : { etag }).end(status === 200 ? body : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hostAndPort = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${hostAndPort}`;
  const site = await startTestSite({ OUTBOUND_ALLOW: hostAndPort, EMBED_PROVIDERS: PLAYERS, ...env });
  const admin = await site.admin();
  const { db, clock, config } = site.base;
  const fetch = createOutboundFetch(config, 'VesperBot/test');
  const manners = createManners({ db, fetch, productToken: PRODUCT_TOKEN });
  const { embedProviders: embeds, dumpMaxBytes: maxBytes } = config;
  const never = new AbortController().signal;
  const reader = {
    ...{
      db,
      manners,
      embeds,
      maxBytes,
      makeWay: makingWay(async () => {}),
      afterRewording: dropStaleTranslations,
    },
    ...(batchSize === undefined ? {} : { batchSize }),
  };
  const work = (runId: string, itsClock = clock) => runDump({ ...reader, clock: itsClock }, runId, never);
  return {
    ...{ site, db, admin, origin, manners, files, asked, work },
    addDump: ({ path = '/videos.csv', ...fields } = {}) =>
      makeSource(db, {
        kind: 'dump',
        delivery: 'embed',
        dailyQuota: 1e6,
        url: `${origin}${path}`,
        ...fields,
      }),
    async read(sourceId, file = 'videos') {
      const { rows } = await sql<{ id: string }>`
        insert into dump_runs (source_id, file) values (${sourceId}, ${file}) returning id`.execute(db);
      const id = rows[0]?.id ?? '';
      await work(id);
      const run = (await admin.dumps.runs({ id: sourceId })).find((one) => one.id === id);
      if (!run) throw new Error('The reading is gone.');
      return run;
    },
    async close() {
      await fetch.close();
      await site.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
