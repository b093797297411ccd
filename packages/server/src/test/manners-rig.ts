import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { createManners, type Manners, type Pace } from '../intake/manners/index.ts';
import { parseOutboundAllow } from '../kernel/lib/outbound/address-guard.ts';
import { createSafeFetch, type SafeFetch, type SafeResponse } from '../kernel/lib/outbound/safe-fetch.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { makeSource } from './factories.ts';
import { listenOnLoopback } from './loopback.ts';

export interface ScriptedAnswer {
  status?: number;
  headers?: OutgoingHttpHeaders;
  body?: string;
  /** The connection is cut instead of an answer. */
  cut?: boolean;
}

type Script = ScriptedAnswer | ((headers: IncomingHttpHeaders) => ScriptedAnswer | Promise<ScriptedAnswer>);

export interface ScriptedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  /** On the test clock, in seconds since its beginning. */
  at: number;
}

export interface ScriptedSite {
  origin: string;
  host: string;
  /** By path; what is not there is a 404. May be changed at any time. */
  answers: Record<string, Script>;
  log: ScriptedRequest[];
  close(): Promise<void>;
}

export interface MannersRig {
  database: TestDatabase;
  /** Sites on loopback, each on a port of its own. */
  sites: ScriptedSite[];
  /** Of the test clock, which only sleeping moves. */
  seconds(): number;
  pass(seconds: number): void;
  /** The manners of one more worker, with a memory of its own. */
  worker(pace?: Partial<Pace>, sleep?: (durationMs: number, signal?: AbortSignal) => Promise<void>): Manners;
  addSource(fields?: { url?: string; crawlDelayMs?: number; concurrency?: number }): Promise<string>;
  close(): Promise<void>;
}

const BEGIN = Date.UTC(2026, 10, 21, 12);
export const TEST_USER_AGENT = 'VesperBot/test (+https://videos.test/bot; contact@videos.test)';

/** A database, some sites, and a clock that stands still unless somebody sleeps: no test here waits for time. */
export async function createMannersRig(siteCount = 1): Promise<MannersRig> {
  let time = BEGIN;
  const clock = { now: () => new Date(time) };
  const database = await createTestDatabase();
  const sites: ScriptedSite[] = [];
  for (let n = 0; n < siteCount; n += 1) sites.push(await startSite(() => (time - BEGIN) / 1000));
  const fetch: SafeFetch & { close(): Promise<void> } = createSafeFetch({
    allow: parseOutboundAllow(sites.map(({ host }) => host).join(' ')),
    userAgent: TEST_USER_AGENT,
  });
  const sleepAtOnce = async (durationMs: number, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    time += durationMs;
  };
  return {
    database,
    sites,
    seconds: () => (time - BEGIN) / 1000,
    pass(seconds) {
      time += seconds * 1000;
    },
    worker: (pace, sleep = sleepAtOnce) =>
      createManners({
        db: database.db,
        fetch,
        pace,
        clock,
        sleep,
        random: () => 0,
      }),
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

/** Fetches and reads to the end; the status and the text. */
export async function read(response: Promise<SafeResponse>): Promise<{ status: number; text: string }> {
  const { status, body } = await response;
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return { status, text: Buffer.concat(parts).toString() };
}

async function startSite(seconds: () => number): Promise<ScriptedSite> {
  const answers: Record<string, Script> = {};
  const log: ScriptedRequest[] = [];
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
