/**
 * script/bench search: performance of searches, suggestions and related videos against their limits: database time of a
 * mix of searches with one client, and the extra cost of counts beside filters; searches a second with sixteen clients;
 * suggestions; lists of related videos, and how many videos are in one; and whether any search loses results while all
 * documents are rebuilt. Exits 1 if a limit is missed. Writes to the given database.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { callUrl, routes } from '@vesper/contract';
import { runMain } from '../packages/app/processes/process.ts';
import type { Db } from '../packages/core/server/db/pool.ts';
import { columnOf, execute, oneValue } from '../packages/core/server/db/run-sql.ts';
import { AppError } from '../packages/core/server/lib/app-error.ts';
import { remakeStaleDocuments, searchVideos } from '../packages/library/server/search/index.ts';
import { shownVideos } from '../packages/library/server/videos/queries.ts';
import { workOut } from '../packages/library/server/videos/related/related.ts';
import { listRelated, listVideos } from '../packages/library/server/videos/videos.ts';
import { startTestServer } from '../packages/test/database.ts';
import { renewSuggestions, suggest } from '../packages/words/server/searches/suggestions.ts';
import { titleWords } from './catalogue/vocabulary.ts';
import { type FilledDatabase, openFilled } from './filled-database.ts';
import { type AskedSubject, askedSubject } from './growth/asked-subject.ts';
import { PAGE_SIZE, type Subject } from './hot-reads.ts';
import { median, quantile } from './measure.ts';
import { formatNumber, print } from './print.ts';
import { startSite } from './start-site.ts';
import { differentSearches } from './visitors/works.ts';
import { runWrk } from './visitors/wrk.ts';

const MIX_MS = 10;
/** Absolute, since a share would grow as the rest gets cheaper. */
const COUNTS_MS = 0.75;
const PER_SECOND = 400;
const SUGGESTIONS_MS = 5;
const RELATED_MS = 2;
const COVERED = 0.95;

const WARM_UP = 60;
const ROUNDS = 600;
const COMMONEST = titleWords().slice(0, 10);
const SUBJECTS = ['mix', 'rate', 'suggestions', 'related', 'covered', 'reworded'] as const;
type Measured = (typeof SUBJECTS)[number];

await runMain(async () => {
  const { which, seconds, only } = readOptions();
  const server = await startTestServer();
  try {
    const filled = await openFilled(which);
    const subject = await askedSubject(filled);
    try {
      print(`${formatNumber(filled.videos)} videos`);
      const measures: Record<Measured, () => Promise<boolean[]>> = {
        mix: () => mix(subject),
        rate: () => rate(subject, filled, seconds),
        suggestions: () => suggestions(subject),
        related: () => related(subject),
        covered: () => covered(filled),
        reworded: () => reworded(filled),
      };
      const goals: boolean[] = [];
      for (const name of SUBJECTS)
        if (only.length === 0 || only.includes(name)) goals.push(...(await measures[name]()));
      const missed = goals.filter((isMet) => !isMet).length;
      print(`\n${missed} of ${goals.length} limits are missed.`);
      if (missed > 0) process.exitCode = 1;
    } finally {
      await subject.close();
    }
  } finally {
    await server.stop();
  }
});

/** Typical searches: each of the ten most common words, two of them, rare, unfinished, inflected and mistyped ones. */
function searchOf({ searches }: Subject, turn: number): string {
  const common = COMMONEST[turn % COMMONEST.length] ?? '';
  const rare = searches.rareTitles[turn % searches.rareTitles.length] ?? '';
  const kinds = [
    common,
    `${common} ${COMMONEST[(turn + 3) % COMMONEST.length]}`,
    rare,
    `${common} ${rare.split(' ')[0]}`,
    searches.onePercentWord,
    rare.slice(0, -2),
    `${searches.onePercentWord}s`,
    `${rare.slice(0, 3)}${rare.slice(4)}`,
    `${common} -${searches.onePercentWord}`,
  ];
  return kinds[Math.floor(turn / COMMONEST.length) % kinds.length] ?? '';
}

async function mix(subject: AskedSubject): Promise<boolean[]> {
  const { db } = subject.publicVideos;
  const counted: number[] = [];
  const plain: number[] = [];
  for (let turn = 0; turn < WARM_UP + ROUNDS; turn += 1) {
    const text = searchOf(subject, turn);
    const page = { offset: 0, limit: PAGE_SIZE, shown: shownVideos };
    const withCounts = () => listVideos(subject.publicVideos, { page: 1, limit: PAGE_SIZE, search: text });
    const without = () => searchVideos(db, { text, ...page });
    // The first of two warms the cache for the second.
    const isFirst = turn % 2 === 0;
    const first = await spentBy(subject, isFirst ? withCounts : without);
    const second = await spentBy(subject, isFirst ? without : withCounts);
    if (turn < WARM_UP) continue;
    counted.push(isFirst ? first : second);
    plain.push(isFirst ? second : first);
  }
  const total = (costs: readonly number[]) => costs.reduce((a, b) => a + b, 0);
  print(`searches, median of the database: ${median(counted).toFixed(2)} ms`);
  return [
    limit('searches, 95 % of the database', quantile(counted, 0.95), MIX_MS, 'ms'),
    limit(
      'counts beside filters, on average',
      (total(counted) - total(plain)) / counted.length,
      COUNTS_MS,
      'ms more',
    ),
  ];
}

/** The mix over HTTP, as from visitors; and searches that are all different. */
async function rate(
  subject: AskedSubject,
  { connection }: FilledDatabase,
  seconds: number,
): Promise<boolean[]> {
  const mixed = Array.from({ length: WARM_UP + ROUNDS }, (_, turn) => searchOf(subject, turn));
  const site = await startSite(connection);
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-bench-'));
  try {
    const perSecond = async (texts: readonly string[]) => {
      const paths = texts.map((search) => callUrl(routes.videos.list, { limit: PAGE_SIZE, search }));
      const load = { origin: site.url, method: 'GET', paths, headers: {} } as const;
      await runWrk(folder, load, Math.ceil(seconds / 5));
      return (await runWrk(folder, load, seconds)).perSecond;
    };
    const each = await perSecond(mixed);
    const different = await perSecond(differentSearches());
    print(
      `searches a second with 16 clients: ${each.toFixed(0)}, at least ${PER_SECOND}  ${words(each >= PER_SECOND)}`,
    );
    print(`the same, of two words, all different: ${different.toFixed(0)}`);
    return [each >= PER_SECOND];
  } finally {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function suggestions(subject: AskedSubject): Promise<boolean[]> {
  const { db } = subject.publicVideos;
  await renewSuggestions(db, new Date());
  const texts = [...COMMONEST, ...subject.searches.rareTitles];
  const ask = (turn: number) => {
    const text = texts[turn % texts.length] ?? '';
    return suggest(db, { text: text.slice(0, 1 + (turn % 7)) });
  };
  return [limit('suggestions, 95 % of the database', await nearlyAll(subject, ask), SUGGESTIONS_MS, 'ms')];
}

async function related(subject: AskedSubject): Promise<boolean[]> {
  const { publicVideos } = subject;
  const ids = subject.videoIds.slice(0, 100);
  // The first pass computes those not stored yet; the measurement is of reading.
  await execute(publicVideos.db)`
    update related_videos set due_since = null where video_id = any (${ids}::text[])`;
  const ask = (turn: number) => listRelated(publicVideos, ids[turn % ids.length] ?? '');
  for (let turn = 0; turn < ids.length; turn += 1) await ask(turn);
  return [limit('related videos, 95 % of the database', await nearlyAll(subject, ask), RELATED_MS, 'ms')];
}

/** Computes all lists, which takes hours with a million videos. */
async function covered({ db, videos }: FilledDatabase): Promise<boolean[]> {
  const ids = await columnOf(db)<string>`select id from videos where status = 'published'`;
  for (const id of ids) await workOut(db, id);
  const listed = await oneValue(db)<number>`
    select count(distinct id)::int as n from related_videos, unnest(related_ids) as id`;
  const share = (listed ?? 0) / videos;
  print(
    `videos in somebody's list of related ones: ${share.toFixed(3)}, at least ${COVERED}  ${words(share >= COVERED)}`,
  );
  return [share >= COVERED];
}

/** Rebuilds every document during repeated searches for the same texts: each must find as many as before. */
async function reworded({ db, videos }: FilledDatabase): Promise<boolean[]> {
  const sample = await db.selectFrom('videos').select('title').orderBy('source_url_hash').limit(50).execute();
  const texts = sample.map(({ title }) => title.split(' ').slice(0, 3).join(' '));
  const count = async (text: string) =>
    (await searchVideos(db, { text, offset: 0, limit: 0, isExact: true, shown: shownVideos })).total;
  const before = await Promise.all(texts.map(count));
  print('Marking every document as outdated');
  let last: string | undefined = '';
  while (last !== undefined) last = await markFormer(db, last);
  let isDone = false;
  const remaking = remakeStaleDocuments(db, new AbortController().signal).finally(() => {
    isDone = true;
  });
  let searches = 0;
  let lost = 0;
  for (; !isDone || searches < texts.length; searches += 1) {
    const n = searches % texts.length;
    if ((await count(texts[n] ?? '')) !== before[n]) lost += 1;
  }
  await remaking;
  print(
    `${searches} searches while ${formatNumber(videos)} documents were rebuilt: ${lost} lost results  ${words(lost === 0)}`,
  );
  return [lost === 0];
}

/** Marks a batch after a video in id order; returns its last id. */
async function markFormer(db: Db, afterId: string): Promise<string | undefined> {
  return oneValue(db)<string>`
    with batch as (select video_id from video_search where video_id > ${afterId} order by video_id limit 10000),
    marked as (update video_search s set rules = 0 from batch where s.video_id = batch.video_id)
    select max(video_id) from batch having count(*) > 0`;
}

async function nearlyAll(subject: AskedSubject, ask: (turn: number) => Promise<unknown>): Promise<number> {
  const costs: number[] = [];
  for (let turn = 0; turn < WARM_UP + ROUNDS; turn += 1) {
    const cost = await spentBy(subject, () => ask(turn));
    if (turn >= WARM_UP) costs.push(cost);
  }
  return quantile(costs, 0.95);
}

/** Milliseconds of processor time, unaffected by other programs. */
async function spentBy(subject: AskedSubject, ask: () => Promise<unknown>): Promise<number> {
  const before = subject.spentMs();
  await ask();
  return subject.spentMs() - before;
}

function limit(name: string, figure: number, most: number, unit: string): boolean {
  print(`${name}: ${figure.toFixed(2)} ${unit}, at most ${most}  ${words(figure <= most)}`);
  return figure <= most;
}

function words(isMet: boolean): string {
  return isMet ? 'ok' : 'MISSED';
}

function readOptions(): { which: number | string; seconds: number; only: string[] } {
  const { values } = parseArgs({
    options: {
      videos: { type: 'string', default: '100000' },
      /** The URL of a filled database. */
      filled: { type: 'string' },
      seconds: { type: 'string', default: '20' },
      /** Only these measurements, by name. */
      only: { type: 'string', multiple: true, default: [] },
    },
  });
  const unknown = values.only.filter((name) => !(SUBJECTS as readonly string[]).includes(name));
  if (unknown.length > 0)
    throw new AppError('bad_request', `--only is one of ${SUBJECTS.join(', ')}; not ${unknown.join(', ')}.`);
  if (!/^\d{4,7}$/.test(values.videos))
    throw new AppError('bad_request', '--videos must be a whole number of at least 1,000.');
  if (!/^[1-9]\d{0,3}$/.test(values.seconds))
    throw new AppError('bad_request', '--seconds must be a whole number from 1 to 9,999.');
  return {
    which: values.filled ?? Number(values.videos),
    seconds: Number(values.seconds),
    only: values.only,
  };
}
