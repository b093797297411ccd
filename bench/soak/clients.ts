/** Visitors in a process of their own, so that what they cost is not counted as the site's. Ends with its parent. */
import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '@vesper/contract';
import { createRandom, type Random } from '../catalogue/random.ts';
import { type Answer, ask, call, FILM_BYTES, oneOf, type Visit, visitorsAgent } from '../visits.ts';

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

process.once('disconnect', () => process.exit());
process.once('message', async (task: ClientsTask) => {
  const leaving = new AbortController();
  process.once('message', () => leaving.abort());
  const report: ClientsReport = { times: {}, failures: [], countedViews: 0 };
  const agent = visitorsAgent(task.clients);
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
    if (visit.kind === 'one video' && answer) film = JSON.parse(String(answer.body)).videoUrl || undefined;
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

/** The answer, with how long all of it took; undefined where there was none, or it was an error. */
async function measured({ task, agent, report, random }: Client, visit: Visit): Promise<Answer | undefined> {
  const startedAt = Date.now();
  const begunAt = performance.now();
  const fail = (reason: string) => {
    report.failures.push({ kind: visit.kind, reason, startedAt, endedAt: Date.now() });
    return undefined;
  };
  try {
    const answer = await ask({ url: task.url, agent, random }, visit);
    if (answer.status >= 400) return fail(`${answer.status} ${visit.path}`);
    if (begunAt > task.warmUpMs) {
      const times = report.times[visit.kind] ?? [];
      report.times[visit.kind] = times;
      times.push(performance.now() - begunAt);
    }
    if (visit.kind === 'view' && JSON.parse(String(answer.body)).counted) report.countedViews += 1;
    return answer;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}
