import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { parseOutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import { createSafeFetch, type SafeResponse } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { createManners, type Pace } from '@vesper/intake/manners';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { makeSource } from './factories.ts';
import { listenOnLoopback } from './loopback.ts';

interface ScriptedAnswer {
  status?: number;
  headers?: OutgoingHttpHeaders;
  body?: string;
  /** Cuts the connection instead. */
  cut?: boolean;
}

type Script = ScriptedAnswer | ((headers: IncomingHttpHeaders) => ScriptedAnswer | Promise<ScriptedAnswer>);

type Sleep = (durationMs: number, signal?: AbortSignal) => Promise<void>;

const BEGIN = Date.UTC(2026, 10, 21, 12);
export const TEST_USER_AGENT = 'VesperBot/test (+https://videos.test/bot; contact@videos.test)';

export type ScriptedSite = Awaited<ReturnType<typeof startSite>>;
export type MannersRig = Awaited<ReturnType<typeof createMannersRig>>;

/** A database, sites on loopback, and a clock that sleeping advances, so that no test waits. */
export async function createMannersRig(siteCount = 1) {
  let time = BEGIN;
  const clock = { now: () => new Date(time) };
  const database: TestDatabase = await createTestDatabase();
  const sites: ScriptedSite[] = [];
  for (let n = 0; n < siteCount; n += 1) sites.push(await startSite(() => (time - BEGIN) / 1000));
  const fetch = createSafeFetch({
    allow: parseOutboundAllow(sites.map(({ host }) => host).join(' ')),
    userAgent: TEST_USER_AGENT,
  });
  const sleepAtOnce: Sleep = async (durationMs, signal) => {
    signal?.throwIfAborted();
    time += durationMs;
  };
  return {
    database,
    sites,
    seconds: () => (time - BEGIN) / 1000,
    pass(seconds: number): void {
      time += seconds * 1000;
    },
    /** The manners of one more worker. */
    worker: (pace?: Partial<Pace>, sleep: Sleep = sleepAtOnce) =>
      createManners({ db: database.db, fetch, pace, clock, sleep, random: () => 0 }),
    addSource({ url = `${sites[0]?.origin}/sitemap.xml`, crawlDelayMs = 1000, concurrency = 1 } = {}) {
      return makeSource(database.db, { url, crawlDelayMs, concurrency });
    },
    async close() {
      await fetch.close();
      for (const site of sites) await site.close();
      await database.drop();
    },
  };
}

export async function read(response: Promise<SafeResponse>): Promise<{ status: number; text: string }> {
  const { status, body } = await response;
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return { status, text: Buffer.concat(parts).toString() };
}

async function startSite(seconds: () => number) {
  /** By path; others are 404. */
  const answers: Record<string, Script> = {};
  const log: { path: string; headers: IncomingHttpHeaders; at: number }[] = [];
  const { origin, hostAndPort, close } = await listenOnLoopback(async (request, response) => {
    const path = request.url ?? '/';
    log.push({ path, headers: request.headers, at: seconds() });
    const script = answers[path] ?? { status: 404 };
    const answer = typeof script === 'function' ? await script(request.headers) : script;
    if (answer.cut) request.socket.destroy();
    else response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? '');
  });
  return { origin, host: hostAndPort, answers, log, close };
}
