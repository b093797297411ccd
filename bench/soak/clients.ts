/** Visitors in a process of their own, so that what they cost is not counted as the site's. Ends with its parent. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, callUrl, routes } from '@vesper/contract';
import { createRandom, type Random } from '../catalogue/random.ts';

export interface ClientsTask {
  url: string;
  clients: number;
  /** The mean pause of a client between two requests. */
  pauseMs: number;
  /** What is answered before is not timed: caches fill, and code is compiled. */
  warmUpMs: number;
  seed: number;
  videoIds: readonly string[];
  /** Their slugs. */
  categories: readonly string[];
  searches: readonly string[];
  pages: number;
}

export interface Failure {
  kind: string;
  reason: string;
  /** By the clock, in milliseconds. */
  startedAt: number;
  endedAt: number;
}

export interface ClientsReport {
  /** Of each kind of request how long the answered ones took, in milliseconds. */
  times: Record<string, number[]>;
  failures: Failure[];
  /** Of views, how many the site said it counted. */
  countedViews: number;
}

interface Answer {
  status: number;
  text: string;
}

interface Visit {
  kind: string;
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
}

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/**
 * Longer than any answer takes. An agent without a time of its own keeps idle connections for ever, whatever the site
 * says, and writes to some just as the site closes them.
 */
const AGENT_MS = 100_000;
const FILM_BYTES = 'bytes=0-999999';

process.once('disconnect', () => process.exit());
process.once('message', async (task: ClientsTask) => {
  const leaving = new AbortController();
  process.once('message', () => leaving.abort());
  const report: ClientsReport = { times: {}, failures: [], countedViews: 0 };
  const agent = new Agent({ keepAlive: true, maxSockets: task.clients, timeout: AGENT_MS });
  await Promise.all(
    Array.from({ length: task.clients }, (_, n) =>
      visitUntil(leaving.signal, { task, agent, report, random: createRandom(task.seed + n) }),
    ),
  );
  process.send?.(report, () => process.disconnect());
});

interface Client {
  task: ClientsTask;
  agent: Agent;
  report: ClientsReport;
  random: Random;
}

async function visitUntil(signal: AbortSignal, client: Client): Promise<void> {
  const { task, random } = client;
  let film: string | undefined;
  while (!signal.aborted) {
    const visit = nextVisit(task, random, film);
    const answer = await measured(client, visit);
    if (visit.kind === 'one video' && answer) film = JSON.parse(answer.text).videoUrl || undefined;
    await sleep(2 * random() * task.pauseMs);
  }
}

type Choose = (task: ClientsTask, random: Random, film: string | undefined) => Visit;

const home: Choose = () => ({ kind: 'home', path: '/' });

/** How often of a hundred visits. */
const SHARES: readonly [number, Choose][] = [
  [12, home],
  [13, ({ pages }, random) => ({ kind: 'list page', path: `/?page=${1 + Math.floor(random() * pages)}` })],
  [22, ({ videoIds }, random) => ({ kind: 'video page', path: `/video/${oneOf(videoIds, random)}` })],
  [8, ({ searches }, random) => ({ kind: 'search page', path: `/?${searchFor(searches, random)}` })],
  [
    5,
    ({ categories }, random) => ({ kind: 'category page', path: `/category/${oneOf(categories, random)}` }),
  ],
  [8, ({ searches }, random) => ({ kind: 'search', path: `/api/videos?${searchFor(searches, random)}` })],
  [7, ({ videoIds }, random) => call('related', routes.videos.related, oneOf(videoIds, random))],
  [10, ({ videoIds }, random) => call('one video', routes.videos.get, oneOf(videoIds, random))],
  [
    5,
    ({ videoIds }, random) => ({
      ...call('view', routes.videos.registerView, oneOf(videoIds, random)),
      method: 'POST',
    }),
  ],
  // The film of the video that the client has asked for last.
  [
    10,
    (task, random, film) =>
      film
        ? { kind: 'part of a film', path: film, headers: { range: FILM_BYTES } }
        : home(task, random, film),
  ],
];

function call(kind: string, route: Call, id: string): Visit {
  return { kind, path: callUrl(route, { id }) };
}

function searchFor(searches: readonly string[], random: Random): URLSearchParams {
  return new URLSearchParams({ search: oneOf(searches, random) });
}

function nextVisit(task: ClientsTask, random: Random, film: string | undefined): Visit {
  let left = random() * SHARES.reduce((sum, [share]) => sum + share, 0);
  for (const [share, visit] of SHARES) {
    left -= share;
    if (left < 0) return visit(task, random, film);
  }
  return home(task, random, film);
}

function oneOf(values: readonly string[], random: Random): string {
  return values[Math.floor(random() * values.length)] ?? '';
}

/** The answer, with how long all of it took; undefined where there was none, or it was an error. */
async function measured({ task, agent, report, random }: Client, visit: Visit): Promise<Answer | undefined> {
  const startedAt = Date.now();
  const begunAt = performance.now();
  const fail = (reason: string) => {
    report.failures.push({ kind: visit.kind, reason, startedAt, endedAt: Date.now() });
    return undefined;
  };
  try {
    const answer = await ask(task.url, agent, visit, random);
    if (answer.status >= 400) return fail(`${answer.status} ${visit.path}`);
    if (begunAt > task.warmUpMs) {
      const times = report.times[visit.kind] ?? [];
      report.times[visit.kind] = times;
      times.push(performance.now() - begunAt);
    }
    if (visit.kind === 'view' && JSON.parse(answer.text).counted) report.countedViews += 1;
    return answer;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function ask(
  url: string,
  agent: Agent,
  { method = 'GET', path, headers }: Visit,
  random: Random,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, url),
      {
        method,
        agent,
        headers: {
          'user-agent': BROWSER,
          'accept-encoding': 'identity',
          'x-forwarded-for': anyAddress(random),
          ...headers,
        },
      },
      (response) => readAll(response).then(resolve, reject),
    );
    sent.on('error', reject).end();
  });
}

/** Each request comes from a network of its own, so that none meets a visitor's limits. */
function anyAddress(random: Random): string {
  const part = () => Math.floor(random() * 256);
  return `10.${part()}.${part()}.${part()}`;
}

async function readAll(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') };
}
