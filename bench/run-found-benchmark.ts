/**
 * script/bench found: search quality. Sends the judged queries to a site with the judged catalogue (bench/judged) over
 * HTTP; prints recall and order by class and by script against their goals, the precision of related videos, and
 * attempts to bypass blocked terms. Exits 1 if a goal is missed. `--missed` lists queries with missing results.
 * `--held-out` uses the half reserved for a final check.
 */
import { parseArgs } from 'node:util';
import { CallError } from '@vesper/contract';
import { runMain } from '../packages/app/processes/process.ts';
import { prepareTestServer } from '../packages/test/database.ts';
import { startTestSite, type TestSite } from '../packages/test/site.ts';
import { publishJudged } from './judged/fill-judged.ts';
import {
  type JudgedQuery,
  type JudgedVideo,
  readAttempts,
  readLines,
  readQueries,
  readVideos,
} from './judged/read-judged.ts';
import { relatedSample, sharePrecise } from './judged/related.ts';
import { judge, type Relevance } from './judged/relevance.ts';
import { type Answered, isWrong, recallOf, scoreClasses, scoreScripts } from './judged/report.ts';
import { FIRST_PAGE, mean, ndcg } from './judged/scores.ts';
import { print } from './print.ts';

/** With this many matches, corrections never apply. */
const FULL = 20;
const BEST_ORDER = 0.85;
const OF_LATIN = 0.85;
const RELATED_PRECISE = 0.8;
const MOST_WRONG = 0.01;

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      'held-out': { type: 'boolean', default: false },
      missed: { type: 'boolean', default: false },
    },
  });
  const half = values['held-out'] ? 'held-out' : 'queries';
  const server = await prepareTestServer();
  try {
    const site = await startTestSite();
    try {
      const goals = await measure(site, half, values.missed);
      const missed = goals.filter((isMet) => !isMet).length;
      print(`\n${missed} of ${goals.length} goals are missed.`);
      if (missed > 0) process.exitCode = 1;
    } finally {
      await site.close();
    }
  } finally {
    await server.stop();
  }
});

/** Prints the tables; returns whether each goal was reached. */
async function measure(
  site: TestSite,
  half: 'queries' | 'held-out',
  showsMissed: boolean,
): Promise<boolean[]> {
  const videos = readVideos();
  await publishJudged(site.base.db, videos);
  await addSynonyms(site);
  const all: Answered[] = [];
  let changed = 0;
  const asked: Asked[] = [];
  for (const query of readQueries(half)) {
    const relevance = judge(query.means, videos);
    const { found, didYouMean } = await answer(site, query.text);
    all.push({ query, relevance, found });
    const exact = await answer(site, query.text, '1');
    if (exact.total >= FULL && found.join() !== exact.found.join()) changed += 1;
    if (didYouMean !== undefined)
      asked.push({ query, didYouMean, isWrong: isWronglyAsked(await search(site, didYouMean), relevance) });
  }
  if (showsMissed) printMissed(all, videos);
  if (showsMissed)
    for (const { query, didYouMean, isWrong } of asked)
      print(`${query.text}: did you mean ${didYouMean}${isWrong ? '  NOT MEANT' : ''}`);
  print(`\n${videos.length} videos, ${all.length} queries (${half}), the first ${FIRST_PAGE}`);
  return [
    ...printClasses(all),
    goal('searches with 20 matches changed by corrections', changed, changed === 0, 'none'),
    wronglyAsked(asked, all.length),
    ...printScripts(all),
    await related(site, videos, half === 'held-out'),
    ...(await refused(site)),
  ];
}

/** As an operator adds them. */
async function addSynonyms(site: TestSite): Promise<void> {
  const admin = await site.admin();
  for (const [, words = ''] of readLines('synonyms.txt', 2))
    await admin.synonyms.create({ words: words.split(', ') });
}

interface Asked {
  query: JudgedQuery;
  didYouMean: string;
  isWrong: boolean;
}

function wronglyAsked(asked: readonly Asked[], queries: number): boolean {
  const wrong = asked.filter(({ isWrong }) => isWrong).length / queries;
  const words = `under ${MOST_WRONG}`;
  return goal(`asked "did you mean" ${asked.length} times, share wrong`, wrong, wrong < MOST_WRONG, words);
}

/** Whether the suggested words find nothing relevant. */
function isWronglyAsked(found: readonly string[], { grades }: Relevance): boolean {
  return !found.slice(0, 10).some((id) => grades.has(id));
}

interface Answer {
  found: string[];
  total: number;
  didYouMean: string | undefined;
}

async function answer(site: TestSite, text: string, exact?: '1'): Promise<Answer> {
  const list = await site.client.videos.list({ search: text, limit: FIRST_PAGE, exact });
  const { videos, pagination } = list;
  const didYouMean = list.search?.didYouMean;
  return { found: videos.map(({ id }) => id), total: pagination.totalVideos, didYouMean };
}

async function search(site: TestSite, text: string): Promise<string[]> {
  return (await answer(site, text)).found;
}

function printClasses(all: readonly Answered[]): boolean[] {
  print(`\n${'class'.padEnd(14)}${['queries', 'recall', 'goal', 'nDCG@10', 'wrong'].map(cell).join('')}`);
  const classes = scoreClasses(all);
  for (const one of classes) {
    const figures = [one.queries, one.recall, one.goal, one.ndcg, one.wrong];
    print(`${one.kind.padEnd(14)}${figures.map(cell).join('')}`);
  }
  const order = mean(all.map(({ found, relevance }) => ndcg(found, relevance))) ?? 0;
  const wrong = classes.reduce((sum, one) => sum + one.wrong, 0) / all.length;
  return [
    ...classes.flatMap(({ goal, recall }) => (goal === undefined ? [] : [(recall ?? 0) >= goal])),
    goal('nDCG@10 of all', order, order >= BEST_ORDER, `at least ${BEST_ORDER}`),
    goal('share of wrong first pages', wrong, wrong < MOST_WRONG, `under ${MOST_WRONG}`),
  ];
}

function printScripts(all: readonly Answered[]): boolean[] {
  print(`\n${'script'.padEnd(14)}${['queries', 'recall', 'of Latin'].map(cell).join('')}`);
  return scoreScripts(all).map(({ script, queries, recall, ofLatin = 0 }) => {
    print(`${script.padEnd(14)}${[queries, recall, ofLatin].map(cell).join('')}`);
    return ofLatin >= OF_LATIN;
  });
}

async function related(site: TestSite, videos: readonly JudgedVideo[], heldOut: boolean): Promise<boolean> {
  const shares: number[] = [];
  for (const video of relatedSample(videos, heldOut)) {
    const list = await site.client.videos.related({ id: video.id });
    shares.push(
      sharePrecise(
        video,
        list.map((one) => one.video.id),
        videos,
      ),
    );
  }
  const precise = mean(shares) ?? 0;
  print('');
  return goal(
    `related of ${shares.length}, precise`,
    precise,
    precise >= RELATED_PRECISE,
    `at least ${RELATED_PRECISE}`,
  );
}

/** Last, because it adds videos with the terms, as from a source. */
async function refused(site: TestSite): Promise<boolean[]> {
  const bait = readVideos('bait');
  await publishJudged(site.base.db, bait);
  await refuseTerms(site);
  const isBait = new Set(bait.map(({ id }) => id));
  const attempts = readAttempts();
  let around = 0;
  let wrongly = 0;
  const controls = [
    ...readLines('refused-controls.txt', 2).map(([, text = '']) => text),
    ...readQueries('queries').map(({ text }) => text),
  ];
  for (const search of controls) {
    const answer = await site.client.videos.list({ search }).catch(() => undefined);
    if (answer?.refused) wrongly += 1;
  }
  for (const { text } of attempts) {
    const found = await search(site, text).catch(refusedByContract);
    if (found.some((id) => isBait.has(id))) around += 1;
  }
  return [
    goal(`of ${attempts.length} attempts to bypass blocked terms`, around, around === 0, 'none'),
    goal(`of ${controls.length} harmless searches blocked`, wrongly, wrongly === 0, 'none'),
  ];
}

async function refuseTerms(site: TestSite): Promise<void> {
  const admin = await site.admin();
  for (const [language = '', term = ''] of readLines('refused-terms.txt', 2))
    await admin.refusals.add({ language, terms: [term] });
}

function refusedByContract(error: unknown): string[] {
  if (error instanceof CallError && error.status < 500) return [];
  throw error;
}

function printMissed(all: readonly Answered[], videos: readonly JudgedVideo[]): void {
  const titles = new Map(videos.map(({ id, title }) => [id, title]));
  for (const answered of all) {
    const { query, relevance, found } = answered;
    const share = recallOf(answered);
    if ((share ?? 1) === 1 && !isWrong(answered)) continue;
    print(
      `${query.kind} ${query.language}: ${query.text} (${found.length} found, recall ${cell(share).trim()})`,
    );
    for (const id of [...relevance.needed].filter((one) => !found.includes(one)).slice(0, 3))
      print(`    not found: ${titles.get(id)}`);
    for (const id of found.filter((one) => !relevance.grades.has(one)).slice(0, 3))
      print(`    not meant: ${titles.get(id)}`);
  }
}

function goal(name: string, figure: number, isMet: boolean, words: string): boolean {
  print(`${name}: ${cell(figure).trim()}, ${words}  ${isMet ? 'ok' : 'MISSED'}`);
  return isMet;
}

function cell(figure: string | number | undefined): string {
  const isWhole = typeof figure !== 'number' || Number.isInteger(figure);
  return (isWhole ? String(figure ?? '-') : figure.toFixed(3)).padStart(10);
}
