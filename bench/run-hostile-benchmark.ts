/**
 * script/bench hostile: what the dearest of many hostile lists and searches costs the database, against the median.
 */
import { parseArgs } from 'node:util';
import { VideoListQuery } from '@vesper/contract';
import { AppError } from '../packages/server/src/kernel/lib/app-error.ts';
import { listVideos } from '../packages/server/src/library/videos/videos.ts';
import { runMain } from '../packages/server/src/main/process.ts';
import { startTestServer } from '../packages/server/src/test/database.ts';
import { createRandom } from './catalogue/random.ts';
import { openFilled } from './filled-database.ts';
import { type AskedSubject, askedSubject } from './growth/asked-subject.ts';
import { hostileRequest } from './hostile/requests.ts';
import { median, quantile } from './measure.ts';
import { formatNumber, print } from './print.ts';

/** The most that one query may cost, as a multiple of the median. */
const MOST_TIMES = 10;
/** This many of the most expensive ones are repeated: most were slowed down only by other programs. */
const DOUBTED = 200;
const SHOWN = 15;

interface Cost {
  ms: number;
  request: VideoListQuery;
}

await runMain(async () => {
  const { queries, seed, which } = readOptions();
  const server = await startTestServer();
  const subject = await askedSubject(await openFilled(which));
  try {
    const random = createRandom(seed);
    const costs: Cost[] = [];
    for (let n = 0; n < queries; n += 1) {
      const request = hostileRequest(random);
      costs.push({ request, ms: await costOf(subject, request) });
    }
    report(subject, await confirmed(subject, costs));
  } finally {
    await subject.close();
    await server.stop();
  }
});

/** Sorted, the cheapest first. */
async function confirmed(subject: AskedSubject, costs: Cost[]): Promise<Cost[]> {
  const byCost = (a: Cost, b: Cost) => a.ms - b.ms;
  const sorted = costs.sort(byCost);
  for (const cost of sorted.slice(-DOUBTED)) {
    const again = [cost.ms];
    for (let turn = 0; turn < 4; turn += 1) again.push(await costOf(subject, cost.request));
    cost.ms = median(again);
  }
  return sorted.sort(byCost);
}

/** Milliseconds of the database's processor time. */
async function costOf(subject: AskedSubject, query: VideoListQuery): Promise<number> {
  const request = VideoListQuery.parse(query);
  const before = subject.spentMs();
  await listVideos(subject.publicVideos, request);
  return subject.spentMs() - before;
}

function report({ size }: AskedSubject, costs: readonly Cost[]): void {
  const times = costs.map(({ ms }) => ms);
  const [middle, high, worst] = [median(times), quantile(times, 0.99), Math.max(...times)];
  print(`\n${formatNumber(costs.length)} hostile queries of ${formatNumber(size)} videos, database ms:`);
  print(`median ${middle.toFixed(2)}, 99 % ${high.toFixed(2)}, worst ${worst.toFixed(2)}`);
  print(
    `The worst costs ${(worst / middle).toFixed(1)} times the median; at most ${MOST_TIMES} are allowed.\n`,
  );
  for (const { ms, request } of costs.slice(-SHOWN).reverse())
    print(`${ms.toFixed(2).padStart(9)}  ${JSON.stringify(request).slice(0, 150)}`);
  if (worst > MOST_TIMES * middle) process.exitCode = 1;
}

function readOptions(): { queries: number; seed: number; which: number | string } {
  const { values } = parseArgs({
    options: {
      videos: { type: 'string', default: '100000' },
      /** The address of a database that is filled already, instead of `videos`. */
      filled: { type: 'string' },
      queries: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
    },
  });
  for (const name of ['videos', 'queries', 'seed'] as const)
    if (!/^\d{1,7}$/.test(values[name]))
      throw new AppError('bad_request', `--${name} must be a whole number.`);
  const which = values.filled ?? Number(values.videos);
  return { queries: Number(values.queries), seed: Number(values.seed), which };
}
