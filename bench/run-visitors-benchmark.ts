/**
 * script/bench visitors: the cost of visitors' calls and pages. Requests a second of the site as in production, with
 * one process per core; and of a single process compared to nginx with the same bytes, with its own and the database's
 * processor time per request and, for pages, as a multiple of bare React's for the same trees. There is no worker.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { connectionsOfEach } from '../packages/app/composition/compose.ts';
import { prepareQueue } from '../packages/app/composition/compose-queue.ts';
import { WEB_ENVIRONMENT, WEB_FLAGS } from '../packages/app/processes/node-flags.ts';
import { runMain } from '../packages/app/processes/process.ts';
import { AppError } from '../packages/core/server/lib/app-error.ts';
import { bindSocket } from '../packages/core/server/lib/listening-socket.ts';
import { silentLog } from '../packages/core/server/lib/log.ts';
import { ensureDefaultDomain } from '../packages/site/server/domains/index.ts';
import { startTestServer } from '../packages/test/database.ts';
import { COMPILE_CACHE } from '../packages/test/run-command.ts';
import { askChild } from './ask-child.ts';
import { startNginx } from './delivery/nginx.ts';
import type { SiteReport, SiteTask } from './delivery/site.ts';
import { type FilledDatabase, openFilled } from './filled-database.ts';
import { median } from './measure.ts';
import { formatNumber, print } from './print.ts';
import { ownMb, readStat, residentMb } from './process-stat.ts';
import { sampleSubject } from './subjects.ts';
import type { BareTask } from './visitors/bare-react.ts';
import { parentOf, timeOfFamily } from './visitors/processor-time.ts';
import { visitorWorks, type Work } from './visitors/works.ts';
import { type LoadResult, runWrk } from './visitors/wrk.ts';

const SITE = fileURLToPath(new URL('./delivery/site.ts', import.meta.url));
const BARE_REACT = fileURLToPath(new URL('./visitors/bare-react.ts', import.meta.url));
/** Pages whose trees bare React renders. */
const BARE_PAGES = 50;
const WARM_UP_SECONDS = 2;
const SECONDS = 3;
const ROUNDS = 3;

const WIDTH = 22;
const NAMES = [
  'all cores, a second',
  'one, a second',
  'of nginx',
  'web ms',
  'of React',
  'database ms',
  '99 % ms',
];
/** Memory goals of one web process, in megabytes. */
const GOALS_MB = { atRest: 120, underLoad: 250 };
const REST_MS = 30_000;

interface Setting {
  folder: string;
  /** For a single process, whose costs are measured. */
  oneUrl: string;
  /** For one process per core, on one socket. */
  allUrl: string;
  nginxUrl: string;
  web: number;
  database: number;
  bareReact: ChildProcess;
  /** Peak memory of the single process, in megabytes. */
  mostMb: number;
}

/** What a round measures. */
interface Round extends LoadResult {
  allPerSecond: number;
  webMs: number;
  databaseMs: number;
  ofNginx: number;
  /** Processor time as a multiple of bare React's; 0 for other than pages. */
  ofReact: number;
}

await runMain(async () => {
  const { which, only } = readOptions();
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-bench-'));
  const server = await startTestServer();
  const database = await openFilled(which);
  const socket = await bindSocket({ host: '127.0.0.1', port: 0 });
  const one = startSite();
  const all = Array.from({ length: availableParallelism() }, () => startSite(socket.fd));
  const bareReact = fork(BARE_REACT);
  try {
    const works = visitorWorks(await sampleSubject(database, database.videos)).filter(({ name }) =>
      name.includes(only),
    );
    const allUrl = `http://127.0.0.1:${socket.port}`;
    await measureAll({ one, all, bareReact }, { folder, database, works, allUrl });
  } finally {
    for (const child of [one, ...all, bareReact]) child.kill();
    await database.drop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

/** Started as by the site. With a socket, it becomes one of the processes listening on it. */
function startSite(socket?: number): ChildProcess {
  return fork(SITE, {
    ...{ execArgv: [...WEB_FLAGS], env: { ...process.env, ...WEB_ENVIRONMENT, ...COMPILE_CACHE } },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc', ...(socket === undefined ? [] : [socket])],
  });
}

interface Children {
  one: ChildProcess;
  all: readonly ChildProcess[];
  bareReact: ChildProcess;
}

async function measureAll(
  { one, all, bareReact }: Children,
  {
    folder,
    database,
    works,
    allUrl,
  }: { folder: string; database: FilledDatabase; works: readonly Work[]; allUrl: string },
): Promise<void> {
  const { connection, db, pool } = database;
  await ensureDefaultDomain(db);
  await prepareQueue(connection, silentLog);
  const task: SiteTask = { env: { DATA_DIR: folder }, connection };
  const { url: oneUrl } = await askChild<SiteReport>(one, task);
  const shared = { maxConnections: connectionsOfEach(all.length) };
  for (const child of all) await askChild<SiteReport>(child, { ...task, shared });
  const served = path.join(folder, 'served');
  await mkdir(served);
  const nginx = await startNginx({
    folder: path.join(folder, 'nginx'),
    storageFolder: served,
    siteUrl: oneUrl,
  });
  const { rows } = await pool.query<{ pid: number; version: string }>(
    "select pg_backend_pid() as pid, current_setting('server_version') as version",
  );
  const setting: Setting = {
    ...{ folder, oneUrl, allUrl, nginxUrl: nginx.plainUrl, web: one.pid ?? 0 },
    ...{ database: parentOf(rows[0]?.pid ?? 0), bareReact, mostMb: 0 },
  };
  try {
    printMachine(database.videos, all.length, rows[0]?.version ?? '');
    await sleep(REST_MS);
    const atRest = { resident: residentMb(setting.web), own: ownMb(setting.web) };
    printNames();
    for (const work of works) printRounds(work, await measure(setting, work));
    print(
      `\nMemory of the single process: ${atRest.resident.toFixed(0)} MB at rest (goal ${GOALS_MB.atRest}), ${atRest.own.toFixed(0)} of them its own, at most ${setting.mostMb.toFixed(0)} MB under load (goal ${GOALS_MB.underLoad}).`,
    );
  } finally {
    await nginx.stop();
  }
}

async function measure(setting: Setting, { load, isRendered, isStored }: Work): Promise<Round[]> {
  await copyForNginx(setting, load);
  if (isStored) for (const path of load.paths) await (await fetch(setting.oneUrl + path)).arrayBuffer();
  if (isRendered) {
    const paths = load.paths.slice(0, BARE_PAGES);
    await askBareReact(setting, { load: { siteUrl: setting.oneUrl, paths } });
    await askBareReact(setting, { seconds: WARM_UP_SECONDS });
  }
  for (const origin of [setting.oneUrl, setting.allUrl])
    await runWrk(setting.folder, { ...load, origin }, WARM_UP_SECONDS);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const measured = await measureOnce(setting, load);
    const bareMs = isRendered && (await askBareReact(setting, { seconds: 1 }));
    rounds.push({ ...measured, ofReact: bareMs ? measured.webMs / bareMs : 0 });
  }
  return rounds;
}

function askBareReact({ bareReact }: Setting, task: BareTask): Promise<number> {
  return askChild<number>(bareReact, task);
}

/** Ours and nginx take turns, so that other load on the machine affects both alike. */
async function measureOnce(setting: Setting, load: Work['load']): Promise<Omit<Round, 'ofReact'>> {
  const { folder, oneUrl, allUrl, nginxUrl, web, database } = setting;
  const spent = () => ({ web: readStat(web)?.ms ?? 0, database: timeOfFamily(database) });
  const before = spent();
  const ours = await runWrk(folder, { ...load, origin: oneUrl }, SECONDS);
  const after = spent();
  setting.mostMb = Math.max(setting.mostMb, residentMb(web));
  const all = await runWrk(folder, { ...load, origin: allUrl }, SECONDS);
  const theirs = await runWrk(
    folder,
    { ...load, method: 'GET', paths: ['/answer'], origin: nginxUrl },
    SECONDS,
  );
  const requests = ours.perSecond * SECONDS;
  return {
    ...ours,
    allPerSecond: all.perSecond,
    webMs: (after.web - before.web) / requests,
    databaseMs: (after.database - before.database) / requests,
    ofNginx: ours.perSecond / theirs.perSecond,
  };
}

/** The bytes of one answer, compressed as requested. */
async function copyForNginx({ folder, oneUrl }: Setting, { method, paths, headers }: Work['load']) {
  const wanted = { ...headers, 'accept-encoding': headers['accept-encoding'] ?? 'identity' };
  const answer = await fetch(oneUrl + paths[0], { method, headers: wanted });
  const plain = Buffer.from(await answer.arrayBuffer());
  // fetch decompresses, so count the received bytes.
  const length = Number(answer.headers.get('content-length') ?? plain.length);
  await writeFile(path.join(folder, 'served', 'answer'), plain.subarray(0, length));
}

function printNames(): void {
  print(`\n${''.padEnd(28)}${NAMES.map((name) => name.padStart(WIDTH)).join('')}`);
}

/** Medians, each with minimum and maximum. */
function printRounds({ name, isRendered }: Work, rounds: readonly Round[]): void {
  const figure = (pick: (round: Round) => number, format: (value: number) => string) => {
    const values = rounds.map(pick);
    const [least, most] = [Math.min(...values), Math.max(...values)].map(format);
    return `${format(median(values))} (${least}-${most})`;
  };
  const whole = (value: number) => formatNumber(Math.round(value));
  const fixed = (digits: number) => (value: number) => value.toFixed(digits);
  const figures = [
    figure((round) => round.allPerSecond, whole),
    figure((round) => round.perSecond, whole),
    figure((round) => round.ofNginx, fixed(3)),
    figure((round) => round.webMs, fixed(2)),
    isRendered ? figure((round) => round.ofReact, fixed(1)) : '',
    figure((round) => round.databaseMs, fixed(2)),
    figure((round) => round.p99Ms, fixed(1)),
  ];
  print(name.padEnd(28) + figures.map((text) => text.padStart(WIDTH)).join(''));
}

/** The conditions of a measurement. */
function printMachine(videos: number, processes: number, postgres: string): void {
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
  const [{ model } = { model: 'an unknown processor' }] = cpus();
  print(
    `\nCommit ${commit}; ${processes} cores of ${model}, ${(totalmem() / 2 ** 30).toFixed(0)} GB; Node ${process.versions.node}, PostgreSQL ${postgres}; ${formatNumber(videos)} videos; medians of ${ROUNDS} rounds with minimum and maximum.`,
  );
}

function readOptions(): { which: number | string; only: string } {
  const { values } = parseArgs({
    options: {
      videos: { type: 'string', default: '100000' },
      /** The URL of a filled database. */
      filled: { type: 'string' },
      /** Only workloads whose name contains it. */
      only: { type: 'string', default: '' },
    },
  });
  if (!/^\d{4,7}$/.test(values.videos))
    throw new AppError('bad_request', '--videos must be a whole number of at least 1,000.');
  return { which: values.filled ?? Number(values.videos), only: values.only };
}
