/**
 * script/kill-test faults: the database, the bucket, the mail server, the worker and the disk go away in turn while a
 * site crawls, encodes and has 64 visitors. Each must end by itself; nobody may get a wrong answer meanwhile.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Clip, ensureClips, startDemoSource } from '@vesper/demo-source';
import pg from 'pg';
import { type Program, SERVE, startProgram, vesper } from '../e2e/programs.ts';
import { numberedClip } from '../packages/demo-source/src/tiny-clip.ts';
import { startEmbeddedPostgres } from '../packages/server/src/kernel/db/embedded.ts';
import { silentLog } from '../packages/server/src/kernel/lib/log.ts';
import { runMain } from '../packages/server/src/main/process.ts';
import { startBreakableProxy } from '../packages/server/src/test/breakable-proxy.ts';
import { startMailServer } from '../packages/server/src/test/mail-server.ts';
import { completeNotice } from '../packages/server/src/test/notices.ts';
import { startTestBucket } from '../packages/server/src/test/s3-server.ts';
import { mountSmallDisk, NO_SMALL_DISK } from '../packages/server/src/test/small-disk.ts';
import { sendVisitors, type Visitors } from './kill-faults/visitors.ts';
import { print } from './print.ts';

const CLIPS_DIRECTORY = fileURLToPath(new URL('../.cache/fault-clips', import.meta.url));
const CLIPS = 24;
const BYTES_PER_SECOND = 60_000;
const CLIENTS = 64;
const WARM_UP_MS = 20_000;
const MB = 1_000_000;
const DISK_BYTES = 600 * MB;
/** What is looked at once a minute, twice; and a machine that has much to do. */
const TOLD_MS = 240_000;
const BACK_MS = 60_000;
/** Until every process has looked again: one that answers says nothing of the others. */
const NOTICED_MS = 5000;
const ALERT_MAIL = 'operator@videos.example';

/** What goes away. */
interface Fault {
  name: string;
  begin: () => Promise<unknown>;
  end: () => Promise<unknown>;
  /** What operators are told, by its key up to a colon. */
  alert?: string;
  /** The sentence that the log has once when it begins, and once when it is over. */
  logged?: RegExp;
  /** What may be answered beside 200 while it lasts. */
  allowed: RegExp;
}

interface Told {
  begun: { key: string }[];
  ended: { key: string }[];
}

await runMain(async () => {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } });
  const closing: Closing = [];
  const faults: string[] = [];
  try {
    faults.push(...(await trial(Number(values.seconds) * 1000, closing)));
  } finally {
    for (const close of closing.reverse()) await close();
  }
  print(faults.length > 0 ? `\nNot as it should be:\n  ${faults.join('\n  ')}` : '\nAll as it should be.');
  if (faults.length > 0) process.exitCode = 1;
});

/** The site, and each thing around it behind something that can be broken. */
async function trial(lastsMs: number, closing: Closing): Promise<string[]> {
  const around = await startSurroundings(closing);
  const { cluster, mailServer, webhook } = around;
  const env = environmentIn(around);
  const web = startProgram(SERVE, { ...env, ROLE: 'web' });
  closing.push(() => web.stop());
  const [, url = ''] = await web.until(/Vesper is at (\S+)/);
  const workers: Program[] = [];
  const startWorker = async () => void workers.push(startProgram(SERVE, { ...env, ROLE: 'worker' }));
  const logs = () => [web, ...workers].map((program) => program.output()).join('');
  closing.push(() => Promise.all(workers.map((worker) => worker.stop())));
  await startWorker();
  const pool = new pg.Pool({ ...cluster.superuser, database: cluster.connection.database, max: 2 });
  pool.on('error', () => {});
  closing.push(() => pool.end());
  await beginCrawl(env, around.source.url);
  await until('the first videos', async () => (await published(pool)) >= 2);
  const paths = await followPaths(pool, url);
  closing.push(async () => paths.stop());
  const visitors = sendVisitors(url, paths.all, CLIENTS);
  const leave = once(() => visitors.leave());
  closing.push(leave);
  // What nobody has opened is kept by nobody.
  await sleep(WARM_UP_MS);
  const all = await faultsIn(around, { url, pool, workers, startWorker });
  const found = await undergoAll(all, {
    ms: lastsMs,
    ...{ url, pool, visitors, logs, posts: webhook.posts },
  });
  await until('all mails', async () => (await unsent(pool)) === 0, TOLD_MS);
  await until('all downloads', async () => (await open(pool)) === 0, 10 * 60_000);
  await leave();
  const mails = mailServer.mails.filter(({ to }) => to.includes(ALERT_MAIL));
  const videos = await published(pool);
  print(`\n${videos} of ${CLIPS} videos, ${webhook.posts.length} posts, ${mails.length} mails of alerts.`);
  if (videos !== CLIPS) found.push(`${videos} of ${CLIPS} videos are there`);
  if (mails.length < 2) found.push('the alerts did not come by mail');
  found.push(...judgeAnswers(visitors, all));
  if (/A request failed\.|"level":60/.test(logs()))
    found.push('the log has a request that failed without a reason');
  return found;
}

type Closing = (() => Promise<unknown>)[];
type Surroundings = Awaited<ReturnType<typeof startSurroundings>>;

async function startSurroundings(closing: Closing) {
  const clips: Clip[] = Array.from({ length: CLIPS }, (_, index) => ({
    ...numberedClip(index),
    ...{ slug: `faulty-automaton-${index}`, width: 640, height: 360 },
    ...{ durationSeconds: 8, framesPerSecond: 25 },
  }));
  await ensureClips({ directory: CLIPS_DIRECTORY, clips });
  const served = { directory: CLIPS_DIRECTORY, clips, throttleBytesPerSecond: BYTES_PER_SECOND };
  const started = async <T>(starting: Promise<T>, close: (one: T) => unknown): Promise<T> => {
    const one = await starting;
    closing.push(async () => close(one));
    return one;
  };
  const disk = NO_SMALL_DISK ? undefined : await started(mountSmallDisk(DISK_BYTES), (one) => one.unmount());
  if (!disk) print(`Left out: a full disk. ${NO_SMALL_DISK}`);
  const home = await started(mkdtemp(path.join(tmpdir(), 'vesper-faults-')), (folder) =>
    rm(folder, { recursive: true, force: true }),
  );
  const behindProxy = (address: Parameters<typeof startBreakableProxy>[0]) =>
    started(startBreakableProxy(address), (proxy) => proxy.close());
  const cluster = await started(startEmbeddedPostgres(path.join(home, 'postgres'), silentLog), (one) =>
    one.stop(),
  );
  const bucket = await started(startTestBucket(), (one) => one.close());
  const mailServer = await started(startMailServer(), (one) => one.close());
  return {
    ...{ cluster, bucket, mailServer, disk, home },
    source: await started(startDemoSource(served), (one) => one.close()),
    database: await behindProxy(cluster.connection),
    storage: await behindProxy({ host: '127.0.0.1', port: portOf(bucket.settings.endpoint) }),
    mail: await behindProxy({ host: '127.0.0.1', port: mailServer.port }),
    webhook: await started(catchPosts(), (one) => one.close()),
  };
}

function environmentIn({
  cluster,
  database,
  disk,
  home,
  bucket,
  storage,
  mail,
  webhook,
  source,
}: Surroundings) {
  const addressOf = (role: typeof cluster.owner) =>
    `postgres://${role.user}:${role.password}@127.0.0.1:${database.port}/${role.database}`;
  return {
    ...{ DATA_DIR: disk?.folder ?? path.join(home, 'data'), PORT: '0', LOG_LEVEL: 'info', STORAGE: 's3' },
    ...{ ...bucket.env, S3_ENDPOINT: `http://127.0.0.1:${storage.port}` },
    DATABASE_URL: addressOf(cluster.connection),
    DATABASE_MIGRATE_URL: addressOf(cluster.owner),
    ...{ DISK_WARN_BELOW: '90MB', DISK_STOP_BELOW: '50MB', WEB_PROCESSES: '2', TRUST_PROXY: 'false' },
    ...{ SMTP_URL: `smtp://127.0.0.1:${mail.port}?tls=none`, MAIL_FROM: 'site@videos.example' },
    ...{ ALERT_MAIL, ALERT_WEBHOOK: webhook.url },
    OUTBOUND_ALLOW: [source.url, webhook.url].map((url) => new URL(url).host).join(','),
  };
}

interface Site {
  url: string;
  pool: pg.Pool;
  workers: readonly Program[];
  startWorker: () => Promise<void>;
}

async function faultsIn(
  { database, mail, storage, disk }: Surroundings,
  { url, pool, workers, startWorker }: Site,
): Promise<Fault[]> {
  const { rows } = await pool.query<{ id: string }>(
    "select id from videos where status = 'published' limit 1",
  );
  return [
    {
      ...{ name: 'the database is gone', begin: database.cut, end: database.mend },
      ...{ logged: /The database does not answer: pages are served as they were last rendered\./ },
      allowed: /^(?:(?:page|call|film): 503|page: 200 kept|film: no answer \(TypeError\))$/,
    },
    {
      ...{ name: 'the mail server is away', end: mail.mend, allowed: /^$/ },
      async begin() {
        await mail.cut();
        await reportSomething(url, rows[0]?.id ?? '');
      },
      logged: /The mail server cannot be reached: mails wait\./,
    },
    {
      ...{ name: 'the bucket is away', begin: storage.cut, end: storage.mend, alert: 'storage-away' },
      ...{ logged: /The bucket does not answer\./, allowed: /^film: (?:503|no answer \(TypeError\))$/ },
    },
    ...(disk
      ? [
          {
            ...{ name: 'the disk is full', begin: () => disk.fillTo(20 * MB), end: disk.empty },
            ...{ alert: 'disk-full', logged: /The disk is full: .* Downloads wait\./, allowed: /^$/ },
          },
        ]
      : []),
    {
      ...{ name: 'the worker is gone', alert: 'no-worker', allowed: /^$/ },
      begin: async () => workers.at(-1)?.process.kill('SIGTERM'),
      end: startWorker,
    },
  ];
}

async function undergoAll(all: readonly Fault[], lasts: Undergone): Promise<string[]> {
  const found: string[] = [];
  for (const fault of all) {
    print(`${fault.name} ...`);
    const startedAt = performance.now();
    try {
      found.push(...(await undergo(fault, lasts)));
    } catch (error) {
      found.push(`${fault.name}: ${(error as Error).message}`);
    }
    print(`  ${Math.round((performance.now() - startedAt) / 1000)} s`);
    await sleep(2000);
  }
  return found;
}

/** Prints the answers given during each fault, and returns those that should not have been given. */
function judgeAnswers({ answers: all }: Visitors, faults: readonly Fault[]): string[] {
  return [...all].flatMap(([phase, answers]) => {
    const allowed = faults.find(({ name }) => name === phase)?.allowed;
    return [...answers].flatMap(([answer, times]) => {
      print(`${(phase || 'all is well').padEnd(26)} ${answer.padEnd(30)} ${times}`);
      const isRight = /^\w+: (?:20\d|304)$/.test(answer) || allowed?.test(answer);
      return isRight ? [] : [`${phase || 'all is well'}: ${answer} (${times} times)`];
    });
  });
}

/** Makes a fault, and returns what was told of it otherwise than once. Throws where something does not come. */
async function undergo(fault: Fault, { ms, url, pool, visitors, logs, posts }: Undergone): Promise<string[]> {
  const { name, alert, logged } = fault;
  const logBefore = logs().length;
  const log = () => logs().slice(logBefore);
  visitors.phase = name;
  await fault.begin();
  try {
    await sleep(ms);
    if (alert) {
      await until(`${alert} noted`, () => makeOld(pool, alert), TOLD_MS);
      await until(`${alert} told`, async () => names(posts, 'begun', alert), TOLD_MS);
    }
    if (logged) await until(`"${logged.source}" in the log`, async () => logged.test(log()), BACK_MS);
  } finally {
    await fault.end();
    await until('an end', async () => isWell(url), BACK_MS);
    await sleep(NOTICED_MS);
    visitors.phase = '';
  }
  if (alert) await until(`the end of ${alert} told`, async () => names(posts, 'ended', alert), TOLD_MS);
  if (!logged) return [];
  const over = new RegExp(`Over: ${logged.source}`);
  await until(`"${over.source}" in the log`, async () => over.test(log()), TOLD_MS);
  return judgeLog(log(), fault);
}

interface Undergone {
  ms: number;
  url: string;
  pool: pg.Pool;
  visitors: Visitors;
  logs: () => string;
  posts: readonly Told[];
}

/** In each process a fault is told once when it begins, and once when it is over. */
function judgeLog(log: string, { name, logged }: Fault): string[] {
  const begun = new Map<string, number>();
  for (const line of log.split('\n')) {
    if (!logged?.test(line) || line.includes('"Over: ')) continue;
    const { process: of, number = '' } = JSON.parse(line) as { process: string; number?: number };
    begun.set(`${of} ${number}`, (begun.get(`${of} ${number}`) ?? 0) + 1);
  }
  return [...begun]
    .filter(([, times]) => times > 1)
    .map(([of, times]) => `${name}: told ${times} times by ${of}`);
}

async function beginCrawl(env: Record<string, string>, sourceUrl: string): Promise<void> {
  const basis = ['--basis', 'own', '--scope', 'download,metadata', '--evidence', 'The test made it.'];
  const manners = ['--delay', '0', '--quota', String(10 * CLIPS)];
  await vesper(['source', 'add', `${sourceUrl}/sitemap.xml`, '--name', 'Slow', ...manners, ...basis], env);
  await vesper(['crawl', '--target', String(CLIPS)], env);
}

/** What visitors open: the pages of all videos, lists, and films. */
async function followPaths(pool: pg.Pool, url: string) {
  let known: readonly string[] = ['/', '/api/videos'];
  const films = new Map<string, string>();
  async function look(): Promise<void> {
    const { rows } = await pool.query<{ id: string }>("select id from videos where status = 'published'");
    for (const { id } of rows) {
      if (films.has(id)) continue;
      const response = await fetch(`${url}/api/videos/${id}`).catch(() => undefined);
      if (!response?.ok) continue;
      films.set(id, ((await response.json()) as { videoUrl: string }).videoUrl);
    }
    const pages = [...films.keys()].map((id) => `/video/${id}`);
    known = ['/', '/', '/', '/help', '/api/videos', ...pages, ...films.values()];
  }
  await look();
  const timer = setInterval(() => void look().catch(() => {}), 5000);
  return { all: () => known, stop: () => clearInterval(timer) };
}

/** Puts mails into the outbox. */
async function reportSomething(url: string, id: string): Promise<void> {
  const response = await fetch(`${url}/api/dmca/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(completeNotice({ infringingUrl: `${url}/video/${id}` })),
  });
  if (!response.ok) throw new Error(`A notice was refused: ${await response.text()}`);
}

/** Lets a condition have lasted for hours: whether there is one. */
async function makeOld(pool: pg.Pool, key: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update alerts set since = since - interval '2 hours' where key like $1 || '%' and ended_at is null`,
    [key],
  );
  return (rowCount ?? 0) > 0;
}

function names(posts: readonly Told[], when: keyof Told, alert: string): boolean {
  return posts.some((post) => post[when].some(({ key }) => key.split(':')[0] === alert));
}

async function catchPosts() {
  const posts: Told[] = [];
  const server = createServer(async (request, response) => {
    posts.push(JSON.parse(await text(request)) as Told);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  return { posts, url: `http://127.0.0.1:${port}/alerts`, close };
}

async function isWell(url: string): Promise<boolean> {
  const response = await fetch(`${url}/api/videos`).catch(() => undefined);
  return response?.status === 200;
}

async function numberOf(pool: pg.Pool, sql: string): Promise<number> {
  return (await pool.query<{ n: number }>(sql)).rows[0]?.n ?? 0;
}

function published(pool: pg.Pool): Promise<number> {
  return numberOf(pool, "select count(*)::int as n from videos where status = 'published'");
}

function unsent(pool: pg.Pool): Promise<number> {
  return numberOf(pool, "select count(*)::int as n from mail_outbox where status <> 'sent'");
}

function open(pool: pg.Pool): Promise<number> {
  return numberOf(
    pool,
    "select count(*)::int as n from download_jobs where status in ('pending', 'processing')",
  );
}

/** A condition that cannot be looked at does not hold: the database may be away. */
async function until(what: string, isSo: () => Promise<boolean>, withinMs = TOLD_MS): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const isOver = performance.now() > deadline;
    // Past the deadline an error is the reason.
    if (await isSo().catch((error) => (isOver ? Promise.reject(error) : false))) return;
    if (isOver) throw new Error(`There was no ${what} within ${withinMs / 1000} s.`);
    await sleep(500);
  }
}

function portOf(address: string): number {
  return Number(new URL(address).port);
}

function once<T>(act: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= act();
    return done;
  };
}
