/**
 * script/bench delivery: how fast films are sent, compared to nginx sending the same file by sendfile: by our own
 * process, and by nginx on our instruction (X-Accel-Redirect).
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createClient, fetchTransport } from '@vesper/contract';
import { prepareQueue } from '../packages/app/composition/compose-queue.ts';
import { WEB_ENVIRONMENT, WEB_FLAGS } from '../packages/app/processes/node-flags.ts';
import { runMain } from '../packages/app/processes/process.ts';
import { AppError } from '../packages/core/server/lib/app-error.ts';
import { silentLog } from '../packages/core/server/lib/log.ts';
import { ensureDefaultDomain } from '../packages/site/server/domains/index.ts';
import { createTestDatabase, startTestServer, type TestDatabase } from '../packages/test/database.ts';
import { askChild } from './ask-child.ts';
import { checkProxy } from './delivery/check-proxy.ts';
import { type Film, makeFilm } from './delivery/film.ts';
import type { LoadReport, LoadTask } from './delivery/load.ts';
import { startNginx } from './delivery/nginx.ts';
import type { SiteReport, SiteTask } from './delivery/site.ts';
import { median } from './measure.ts';
import { print } from './print.ts';
import { timeOfFamily } from './visitors/processor-time.ts';

const CLIENTS = 16;
const ROUNDS = 9;
const SECONDS = 2;
const LEAST_BY_NODE = 0.5;
const LEAST_BY_ACCEL = 0.9;
/** The goal for parts of 1 MB. */
const GOALS = { byNode: 0.65, byAccel: 0.9 };
const MB = 1024 * 1024;

const SITE = fileURLToPath(new URL('./delivery/site.ts', import.meta.url));
const LOAD = fileURLToPath(new URL('./delivery/load.ts', import.meta.url));
const FLOOD = fileURLToPath(new URL('./delivery/flood.ts', import.meta.url));

/** A subject, by its name in the table. `least`: the minimum ratio to the first. */
interface Subject {
  name: string;
  url: string;
  /** Its processes. */
  pids: readonly number[];
  least?: number;
  /** The same for parts, as a goal that fails no run. */
  goal?: number;
}

interface Report extends LoadReport {
  /** Processor time of the subject's processes for each request, in milliseconds. */
  costMs: number;
}

const children: ChildProcess[] = [];

await runMain(async () => {
  const megabytes = readMegabytes();
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-bench-'));
  const server = await startTestServer();
  const database = await createTestDatabase();
  try {
    await measureAll(folder, database, megabytes);
  } finally {
    for (const child of children) child.kill();
    await database.drop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

async function measureAll(folder: string, database: TestDatabase, megabytes: number): Promise<void> {
  const { connection, db } = database;
  await ensureDefaultDomain(db);
  await prepareQueue(connection, silentLog);
  const storageFolder = path.join(folder, 'storage');
  const film = await makeFilm(database, storageFolder, megabytes);
  const env = { DATA_DIR: folder, MEDIA_CONNECTION_LIMIT: '0' };
  const node = await startChild(SITE, { env, connection });
  const accelEnv = { ...env, MEDIA_ACCEL: 'x-accel', TRUST_PROXY: '127.0.0.1' };
  const behind = await startChild(SITE, { env: accelEnv, connection });
  const nginx = await startNginx({ folder: path.join(folder, 'nginx'), storageFolder, siteUrl: behind.url });
  try {
    const client = createClient(fetchTransport(node.url));
    const { videoUrl } = await client.videos.get({ id: film.id });
    await checkProxy(node.url, nginx.accelUrl, videoUrl, film);
    const subjects: Subject[] = [
      { name: 'nginx, sendfile', url: `${nginx.plainUrl}/${film.key}`, pids: [nginx.pid] },
      {
        name: 'our own process',
        url: node.url + videoUrl,
        pids: [node.pid],
        least: LEAST_BY_NODE,
        goal: GOALS.byNode,
      },
      {
        ...{ name: 'nginx, told by us (X-Accel-Redirect)', url: nginx.accelUrl + videoUrl },
        ...{ pids: [nginx.pid, behind.pid], least: LEAST_BY_ACCEL, goal: GOALS.byAccel },
      },
    ];
    await judge(subjects, film);
  } finally {
    await nginx.stop();
  }
}

async function judge(subjects: readonly Subject[], film: Film): Promise<void> {
  const load = fork(LOAD);
  children.push(load);
  print(
    `A film of ${film.sizeBytes / MB} MB, ${CLIENTS} clients on loopback; nginx and we have one process each.`,
  );
  await printCeiling(load, film);
  print('\nFrom a random offset to the end, as players fetch an mp4:');
  let passed = false;
  // Try again beyond a limit: other programs may have interfered.
  for (let attempt = 0; attempt < 2 && !passed; attempt += 1)
    passed = await compare(load, subjects, film, undefined);
  print('\nParts of 1 MB, about what four seconds of a stream are:');
  await compare(
    load,
    subjects.map(({ least: _, ...subject }) => subject),
    film,
    MB,
  );
  if (!passed) process.exitCode = 1;
}

async function printCeiling(load: ChildProcess, { sizeBytes }: Film): Promise<void> {
  const flood = await startChild(FLOOD, {});
  const { bytesPerSecond, busy } = await run(load, flood.url, { sizeBytes, partBytes: undefined });
  print(
    `The clients received ${perSecond(bytesPerSecond)} from a server that sends the same bytes from memory, ${percent(busy)} of a processor busy.`,
  );
}

/** They take turns, so that other load on the machine affects all alike; ratios are within a round. */
async function compare(
  load: ChildProcess,
  subjects: readonly Subject[],
  { sizeBytes }: Film,
  partBytes: number | undefined,
): Promise<boolean> {
  const rounds: Report[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const reports: Report[] = [];
    for (const subject of subjects) reports.push(await runFor(load, subject, { sizeBytes, partBytes }));
    rounds.push(reports);
  }
  const verdicts = subjects.map((subject, index) => report(subject, rounds, index));
  return verdicts.every(Boolean);
}

function report({ name, least, goal }: Subject, rounds: readonly Report[][], index: number): boolean {
  const all = (pick: (one: Report, first: Report) => number) =>
    rounds.flatMap((round) => (round[index] && round[0] ? [pick(round[index], round[0])] : []));
  const of = (pick: Parameters<typeof all>[0]) => median(all(pick));
  const ratios = all((one, first) => one.bytesPerSecond / first.bytesPerSecond);
  const ratio = median(ratios);
  const spread = [Math.min(...ratios), Math.max(...ratios)];
  const isFast = least === undefined || ratio >= least;
  const figures = [
    perSecond(of((one) => one.bytesPerSecond)).padStart(11),
    `${Math.round(of((one) => one.requestsPerSecond))} requests/s`.padStart(16),
    `clients ${percent(of((one) => one.busy))} busy`.padStart(18),
    `${of((one) => one.costMs).toFixed(2)} ms each`.padStart(14),
    `  ratio ${ratio.toFixed(2)} (${spread.map((one) => one.toFixed(2)).join(' to ')})`,
    least === undefined ? '' : `, at least ${least}  ${isFast ? 'ok' : 'TOO SLOW'}`,
    least === undefined && goal !== undefined ? `, goal ${goal}` : '',
  ];
  print(`  ${name.padEnd(38)}${figures.join('')}`);
  return isFast;
}

async function runFor(
  load: ChildProcess,
  { url, pids }: Subject,
  part: Pick<LoadTask, 'sizeBytes' | 'partBytes'>,
): Promise<Report> {
  const spent = () => pids.reduce((sum, pid) => sum + timeOfFamily(pid), 0);
  const before = spent();
  const report = await run(load, url, part);
  return { ...report, costMs: (spent() - before) / report.requests };
}

function run(
  load: ChildProcess,
  url: string,
  part: Pick<LoadTask, 'sizeBytes' | 'partBytes'>,
): Promise<LoadReport> {
  const task: LoadTask = { url, ...part, clients: CLIENTS, seconds: SECONDS };
  return askChild<LoadReport>(load, task);
}

async function startChild(program: string, task: SiteTask | object): Promise<SiteReport & { pid: number }> {
  const child = fork(program, { execArgv: [...WEB_FLAGS], env: { ...process.env, ...WEB_ENVIRONMENT } });
  children.push(child);
  return { ...(await askChild<SiteReport>(child, task)), pid: child.pid ?? 0 };
}

function readMegabytes(): number {
  const { values } = parseArgs({ options: { megabytes: { type: 'string', default: '128' } } });
  if (!/^[1-9]\d{1,3}$/.test(values.megabytes))
    throw new AppError('bad_request', '--megabytes must be a whole number from 10 to 9999.');
  return Number(values.megabytes);
}

function perSecond(bytes: number): string {
  return `${Math.round(bytes / 1e6).toLocaleString('en')} MB/s`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
