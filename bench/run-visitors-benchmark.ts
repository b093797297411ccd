/**
 * script/bench visitors: what visitors' calls and pages cost: requests a second against nginx with the same bytes, and
 * processor time of the web process and of the database for each; for pages also how many times what bare React takes
 * for the same trees. The site runs in one process, without a worker.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AppError } from '../packages/server/src/kernel/lib/app-error.ts';
import { silentLog } from '../packages/server/src/kernel/lib/log.ts';
import { prepareQueue } from '../packages/server/src/main/compose-queue.ts';
import { WEB_ENVIRONMENT, WEB_FLAGS } from '../packages/server/src/main/node-flags.ts';
import { runMain } from '../packages/server/src/main/process.ts';
import { ensureDefaultDomain } from '../packages/server/src/site/domains/index.ts';
import { startTestServer } from '../packages/server/src/test/database.ts';
import { askChild } from './ask-child.ts';
import { startNginx } from './delivery/nginx.ts';
import type { SiteReport, SiteTask } from './delivery/site.ts';
import { type FilledDatabase, openFilled } from './filled-database.ts';
import { median } from './measure.ts';
import { formatNumber, print } from './print.ts';
import { readStat, residentMb } from './process-stat.ts';
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

interface Setting {
  folder: string;
  siteUrl: string;
  nginxUrl: string;
  web: number;
  database: number;
  bareReact: ChildProcess;
}

interface Cost extends LoadResult {
  webMs: number;
  databaseMs: number;
  ofNginx: number;
  /** How many times bare React's processor time; undefined of what is no page. */
  ofReact: number | undefined;
}

await runMain(async () => {
  const { which, only } = readOptions();
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-bench-'));
  const server = await startTestServer();
  const database = await openFilled(which);
  const site = fork(SITE, { execArgv: [...WEB_FLAGS], env: { ...process.env, ...WEB_ENVIRONMENT } });
  const bareReact = fork(BARE_REACT);
  try {
    const works = visitorWorks(await sampleSubject(database, database.videos)).filter(({ name }) =>
      name.includes(only),
    );
    await measureAll({ site, bareReact }, { folder, database, works });
  } finally {
    site.kill();
    bareReact.kill();
    await database.drop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

async function measureAll(
  { site, bareReact }: { site: ChildProcess; bareReact: ChildProcess },
  { folder, database, works }: { folder: string; database: FilledDatabase; works: readonly Work[] },
): Promise<void> {
  const { connection, db, pool } = database;
  await ensureDefaultDomain(db);
  await prepareQueue(connection, silentLog);
  const task: SiteTask = { env: { DATA_DIR: folder }, connection };
  const { url: siteUrl } = await askChild<SiteReport>(site, task);
  const served = path.join(folder, 'served');
  await mkdir(served);
  const nginx = await startNginx({ folder: path.join(folder, 'nginx'), storageFolder: served, siteUrl });
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const setting = {
    ...{ folder, siteUrl, nginxUrl: nginx.plainUrl, web: site.pid ?? 0 },
    database: parentOf(rows[0]?.pid ?? 0),
    bareReact,
  };
  try {
    print(
      `\n${''.padEnd(28)}${['a second', 'of nginx', 'web ms', 'of React', 'db ms', 'median', '99 %'].map((name) => name.padStart(10)).join('')}`,
    );
    for (const work of works) printCost(work, await measure(setting, work));
    print(`\nMemory of the web process: ${residentMb(setting.web).toFixed(0)} MB.`);
  } finally {
    await nginx.stop();
  }
}

async function measure(setting: Setting, { load, isRendered }: Work): Promise<Cost> {
  await copyForNginx(setting, load);
  if (isRendered) {
    const paths = load.paths.slice(0, BARE_PAGES);
    await askBareReact(setting, { load: { siteUrl: setting.siteUrl, paths } });
    await askBareReact(setting, { seconds: WARM_UP_SECONDS });
  }
  await runWrk(setting.folder, { ...load, origin: setting.siteUrl }, WARM_UP_SECONDS);
  const rounds: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const cost = await measureOnce(setting, load);
    const bareMs = isRendered && (await askBareReact(setting, { seconds: 1 }));
    rounds.push({ ...cost, ofReact: bareMs ? cost.webMs / bareMs : undefined });
  }
  const middle = (pick: (one: Cost) => number) => median(rounds.map(pick));
  return {
    perSecond: middle((one) => one.perSecond),
    medianMs: middle((one) => one.medianMs),
    p99Ms: middle((one) => one.p99Ms),
    webMs: middle((one) => one.webMs),
    databaseMs: middle((one) => one.databaseMs),
    ofNginx: middle((one) => one.ofNginx),
    ofReact: isRendered && middle((one) => one.ofReact ?? 0),
  };
}

function askBareReact({ bareReact }: Setting, task: BareTask): Promise<number> {
  return askChild<number>(bareReact, task);
}

/** Ours and nginx's take turns, so that what else the machine does falls on both alike. */
async function measureOnce(setting: Setting, load: Work['load']): Promise<Omit<Cost, 'ofReact'>> {
  const { folder, siteUrl, nginxUrl, web, database } = setting;
  const spent = () => ({ web: readStat(web)?.ms ?? 0, database: timeOfFamily(database) });
  const before = spent();
  const ours = await runWrk(folder, { ...load, origin: siteUrl }, SECONDS);
  const after = spent();
  const theirs = await runWrk(
    folder,
    { ...load, method: 'GET', paths: ['/answer'], origin: nginxUrl },
    SECONDS,
  );
  const requests = ours.perSecond * SECONDS;
  return {
    ...ours,
    webMs: (after.web - before.web) / requests,
    databaseMs: (after.database - before.database) / requests,
    ofNginx: ours.perSecond / theirs.perSecond,
  };
}

/** The bytes of one answer, packed as asked for. */
async function copyForNginx({ folder, siteUrl }: Setting, { method, paths, headers }: Work['load']) {
  const wanted = { ...headers, 'accept-encoding': headers['accept-encoding'] ?? 'identity' };
  const answer = await fetch(siteUrl + paths[0], { method, headers: wanted });
  const plain = Buffer.from(await answer.arrayBuffer());
  // Unpacked by fetch: as many bytes as came.
  const length = Number(answer.headers.get('content-length') ?? plain.length);
  await writeFile(path.join(folder, 'served', 'answer'), plain.subarray(0, length));
}

function printCost({ name }: Work, cost: Cost): void {
  const figures = [
    formatNumber(Math.round(cost.perSecond)),
    cost.ofNginx.toFixed(3),
    cost.webMs.toFixed(2),
    cost.ofReact?.toFixed(2) ?? '',
    ...[cost.databaseMs, cost.medianMs, cost.p99Ms].map((ms) => ms.toFixed(2)),
  ];
  print(name.padEnd(28) + figures.map((figure) => figure.padStart(10)).join(''));
}

function readOptions(): { which: number | string; only: string } {
  const { values } = parseArgs({
    options: {
      videos: { type: 'string', default: '100000' },
      /** The address of a database that is filled already. */
      filled: { type: 'string' },
      /** Only works whose name holds it. */
      only: { type: 'string', default: '' },
    },
  });
  if (!/^\d{4,7}$/.test(values.videos))
    throw new AppError('bad_request', '--videos must be a whole number of at least 1,000.');
  return { which: values.filled ?? Number(values.videos), only: values.only };
}
