/**
 * script/bench growth: the processor time of each of the visitors' calls, the database's and that of the process that
 * asks it, and how many times that of the smallest catalogue it is in larger ones; beside it a bare look-up by key.
 * Ends with 1 where a call grows too much. HTTP, addresses and rendering are left out: they are the same at every size.
 */
import { parseArgs } from 'node:util';
import { AppError } from '../packages/server/src/kernel/lib/app-error.ts';
import { runMain } from '../packages/server/src/main/process.ts';
import { startTestServer } from '../packages/server/src/test/database.ts';
import { type FilledDatabase, openFilled } from './filled-database.ts';
import { type AskedSubject, askedSubject } from './growth/asked-subject.ts';
import { browsedReads, searchReads } from './growth/reads.ts';
import { type HotRead, hotReads } from './hot-reads.ts';
import { median } from './measure.ts';
import { formatNumber, print } from './print.ts';

const WARM_UP_TURNS = 8;
const TURNS = 40;
/** What a call may cost in the largest catalogue, as a multiple of the smallest one's. */
const MOST_GROWTH = 2;

const bareProbe: HotRead = {
  name: 'one row by its key',
  limit: MOST_GROWTH,
  ask: (subject, turn) => {
    const { pool, videoIds } = subject as AskedSubject;
    const text = 'select title from videos where id = $1';
    return pool.query({ name: 'probe', text, values: [videoIds[turn % videoIds.length]] });
  },
};

await runMain(async () => {
  const { sizes, filled, only } = readOptions();
  const server = await startTestServer();
  const subjects: AskedSubject[] = [];
  try {
    const databases: FilledDatabase[] = [];
    for (const which of [...sizes, ...filled]) databases.push(await openFilled(which));
    for (const database of databases) subjects.push(await askedSubject(database));
    const reads = [bareProbe, ...hotReads, ...searchReads, ...browsedReads];
    await measureAll(
      subjects.sort((a, b) => a.size - b.size),
      reads.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part))),
    );
  } finally {
    for (const subject of subjects) await subject.close();
    await server.stop();
  }
});

/** Milliseconds of processor time. */
interface Cost {
  database: number;
  call: number;
}

async function measureAll(subjects: readonly AskedSubject[], reads: readonly HotRead[]): Promise<void> {
  const sizes = subjects.map(({ size }) => formatNumber(size).padStart(14)).join('');
  print(`\n${'ms of processor time (of the database)'.padEnd(48)}${sizes}   times`);
  let beyond = 0;
  for (const read of reads) {
    const costs = await measure(read, subjects);
    const growth = (costs.at(-1)?.call ?? 0) / (costs[0]?.call ?? 1);
    if (growth > MOST_GROWTH) beyond += 1;
    const figures = costs.map((cost) => `${cost.call.toFixed(2)} (${cost.database.toFixed(2)})`.padStart(14));
    print(`${read.name.padEnd(48)}${figures.join('')}${growth.toFixed(2).padStart(8)}`);
  }
  print(`\n${beyond} of ${reads.length} grow more than ${MOST_GROWTH} times.`);
  if (beyond > 0) process.exitCode = 1;
}

/** The medians. The sizes take turns, so that what else the machine does falls on all alike. */
async function measure(read: HotRead, subjects: readonly AskedSubject[]): Promise<Cost[]> {
  const costs = subjects.map((): Cost[] => []);
  for (let turn = 0; turn < WARM_UP_TURNS + TURNS; turn += 1) {
    for (const [index, subject] of subjects.entries()) {
      const cost = await measureOnce(read, subject, turn);
      if (turn >= WARM_UP_TURNS) costs[index]?.push(cost);
    }
  }
  return costs.map((each) => ({
    database: median(each.map(({ database }) => database)),
    call: median(each.map(({ call }) => call)),
  }));
}

async function measureOnce(read: HotRead, subject: AskedSubject, turn: number): Promise<Cost> {
  const [ours, theirs] = [process.cpuUsage(), subject.spentMs()];
  await read.ask(subject, turn);
  const { user, system } = process.cpuUsage(ours);
  const database = subject.spentMs() - theirs;
  return { database, call: database + (user + system) / 1000 };
}

function readOptions(): { sizes: number[]; filled: string[]; only: string[] } {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '10000,100000' },
      /** The addresses of databases that are filled already. */
      filled: { type: 'string', multiple: true, default: [] },
      /** Only calls whose name holds one of these. */
      only: { type: 'string', multiple: true, default: [] },
    },
  });
  if (!/^(\d{4,7}(,\d{4,7})*)?$/.test(values.sizes))
    throw new AppError('bad_request', '--sizes must be whole numbers of at least 1,000, with commas.');
  const sizes = values.sizes.split(',').filter(Boolean).map(Number);
  return { sizes, filled: values.filled, only: values.only };
}
