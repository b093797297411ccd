import { createHash } from 'node:crypto';
import type { DumpFile, DumpRun } from '@vesper/contract';
import { runDump } from '@vesper/intake/dumps';
import { createManners } from '@vesper/intake/manners';
import { dropStaleTranslations } from '@vesper/words/translations';
import { sql } from 'kysely';
import { createOutboundFetch } from '../app/composition/outbound.ts';
import { makingWay } from '../pipeline/server/make-way.ts';
import { type MadeSource, makeSource } from './factories.ts';
import { listenOnLoopback } from './loopback.ts';
import { startTestSite } from './site.ts';

export const PLAYERS = 'Charts=https://player.test/embed/{id} charts.watch=https://charts.test/watch/{id}';

export type DumpRig = Awaited<ReturnType<typeof startDumpRig>>;

/** A site with an administrator, and a source's server on loopback whose dumps it reads. */
export async function startDumpRig(env: Record<string, string> = {}, batchSize?: number) {
  /** By path; each has an ETag made from its content. */
  const files = new Map<string, string | Buffer>();
  const asked: { path: string; status: number }[] = [];
  const { hostAndPort, origin, ...server } = await listenOnLoopback((request, response) => {
    const path = request.url ?? '';
    const body = files.get(path);
    const etag = `"${createHash('sha256')
      .update(body ?? '')
      .digest('hex')}"`;
    const status = body === undefined ? 404 : request.headers['if-none-match'] === etag ? 304 : 200;
    if (path !== '/robots.txt') asked.push({ path, status });
    response.writeHead(status, body === undefined ? {} : { etag }).end(status === 200 ? body : undefined);
  });
  const site = await startTestSite({ OUTBOUND_ALLOW: hostAndPort, EMBED_PROVIDERS: PLAYERS, ...env });
  const admin = await site.admin();
  const { db, clock, config } = site.base;
  const fetch = createOutboundFetch(config, 'VesperBot/test');
  const manners = createManners({ db, fetch });
  const { embedProviders: embeds, dumpMaxBytes: maxBytes } = config;
  const never = new AbortController().signal;
  const makeWay = makingWay(async () => {});
  const reader = {
    ...{ db, manners, embeds, maxBytes, makeWay, afterRewording: dropStaleTranslations },
    ...(batchSize === undefined ? {} : { batchSize }),
  };
  /** Does the work of a started run, as a worker's job does. */
  const work = (runId: string, itsClock = clock) => runDump({ ...reader, clock: itsClock }, runId, never);
  return {
    ...{ site, db, admin, origin, manners, files, asked, work },
    addDump: ({ path = '/videos.csv', ...fields }: MadeSource & { path?: string } = {}) =>
      makeSource(db, {
        ...{ kind: 'dump', delivery: 'embed', dailyQuota: 1e6, url: origin + path },
        ...fields,
      }),
    /** A whole run, in this process. */
    async read(sourceId: string, file: DumpFile = 'videos'): Promise<DumpRun> {
      const { rows } = await sql<{ id: string }>`
        insert into dump_runs (source_id, file) values (${sourceId}, ${file}) returning id`.execute(db);
      const id = rows[0]?.id ?? '';
      await work(id);
      const run = (await admin.dumps.runs({ id: sourceId })).find((one) => one.id === id);
      if (!run) throw new Error('The run is gone.');
      return run;
    },
    async close() {
      await fetch.close();
      await site.close();
      await server.close();
    },
  };
}
