/** script/kill-test cases: kill -9 at random moments while notices are worked; each effect comes exactly once. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { familyOf, type Program, SERVE, startProgram, vesper } from '../e2e/programs.ts';
import { caseClocksJob } from '../packages/server/src/desk/cases/jobs.ts';
import { startEmbeddedPostgres } from '../packages/server/src/kernel/db/embedded.ts';
import { silentLog } from '../packages/server/src/kernel/lib/log.ts';
import { caseLinksOf } from '../packages/server/src/main/case-links.ts';
import { composeBase } from '../packages/server/src/main/compose.ts';
import { composeQueue } from '../packages/server/src/main/compose-queue.ts';
import { readConfig } from '../packages/server/src/main/config.ts';
import { runMain } from '../packages/server/src/main/process.ts';
import { obtainSigningKey } from '../packages/server/src/main/secrets.ts';
import { mailOutboxJob } from '../packages/server/src/site/mail/jobs.ts';
import { makeSource, makeVideo } from '../packages/server/src/test/factories.ts';
import { type MailServer, startMailServer } from '../packages/server/src/test/mail-server.ts';
import { newAdminCookie } from '../packages/server/src/test/site.ts';
import { createRandom, type Random } from './catalogue/random.ts';
import { type Played, play, type Stage } from './kill-cases/actor.ts';
import { PLANS } from './kill-cases/plans.ts';
import { countOpen, recount } from './kill-cases/recount.ts';
import { database, type Fates, killByFate, oneOf } from './kill-test/fates.ts';
import { print } from './print.ts';

const SHORTEST_LIFE_MS = 50;
const LONGEST_LIFE_MS = 2500;
const END_MS = 5 * 60_000;

interface Programs {
  site: Kept;
  worker: Kept;
  dataDir: string;
}

interface Kept {
  pid(): number;
  stop(): Promise<void>;
}

await runMain(async () => {
  const { kills, cases, seed } = readOptions();
  print(`${kills} kills over ${cases} cases, seed ${seed}.`);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'vesper-kill-cases-'));
  const mail = await startMailServer();
  const port = await freePort();
  const env = {
    ...{ DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', SMTP_URL: mail.url, HLS: 'off' },
    ...{ TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error' },
  };
  const first = startProgram(SERVE, { ...env, ROLE: 'web' });
  await first.until(/Vesper is at /);
  const programs: Programs = {
    ...{ dataDir, site: keep(first, { ...env, ROLE: 'web' }) },
    worker: keep(startProgram(SERVE, { ...env, ROLE: 'worker' }), { ...env, ROLE: 'worker' }),
  };
  const { stage, close } = await openStage(env, `http://127.0.0.1:${port}`);
  try {
    const played = await playAll(stage, programs, { kills, cases, random: createRandom(seed) });
    await untilAllIsDone(stage, programs);
    await judge(stage, { played, mail, env });
  } finally {
    await programs.worker.stop();
    await programs.site.stop();
    await close();
    await mail.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** Starts it again at its end, as an operator's service manager does. */
function keep(program: Program, env: Record<string, string>): Kept {
  let current = program;
  let isEnding = false;
  const watch = () =>
    current.process.once('exit', () => {
      if (isEnding) return;
      current = startProgram(SERVE, env);
      watch();
    });
  watch();
  return {
    pid: () => current.process.pid ?? 0,
    async stop() {
      isEnding = true;
      await current.stop();
    },
  };
}

async function openStage(
  env: Record<string, string>,
  url: string,
): Promise<{ stage: Stage; close: () => Promise<void> }> {
  // The address and the password stay the same when the database is started again.
  const { connection } = await startEmbeddedPostgres(path.join(env.DATA_DIR ?? '', 'postgres'), silentLog);
  const config = readConfig(env, env.DATA_DIR ?? '');
  const base = await composeBase(config, connection, {
    name: 'kill-test',
    log: silentLog,
    maxConnections: 4,
  });
  const links = caseLinksOf(obtainSigningKey(config));
  const cookie = await newAdminCookie(base);
  return { stage: { url, base, links, cookie, connection }, close: base.close };
}

/** A video of a source of its own, so that each case has effects of its own. */
async function prepare({ base: { db } }: Stage, number: number): Promise<string> {
  const sourceId = await makeSource(db, { url: `https://source-${number}.test/` });
  const contact = { contact_email: `rights@source-${number}.example` };
  await db.updateTable('video_sources').set(contact).where('id', '=', sourceId).execute();
  return makeVideo(db, {
    ...{ kind: 'remote', video_url: `https://films.test/${number}.mp4`, source_id: sourceId },
    ...{
      external_id: `film-${number}`,
      content_sha256: createHash('sha256').update(`film ${number}`).digest(),
    },
  });
}

/** Kills all the while; the cases begin one after the other, so that every kill falls into their work. */
async function playAll(
  stage: Stage,
  programs: Programs,
  { kills, cases, random }: { kills: number; cases: number; random: Random },
): Promise<Played[]> {
  const videoIds: string[] = [];
  for (let number = 1; number <= cases; number += 1) videoIds.push(await prepare(stage, number));
  const playing: Promise<Played>[] = [];
  const begin = (until: number) => {
    while (playing.length < Math.min(until, cases)) {
      const number = playing.length + 1;
      const plan = PLANS[playing.length % PLANS.length];
      if (!plan) return;
      const played = play(stage, { number, plan, videoId: videoIds[number - 1] ?? '' });
      // It is told of at the end, when everything that was started is stopped.
      played.catch(() => {});
      playing.push(played);
    }
  };
  const deaths: Record<string, number> = {};
  for (let number = 1; number <= kills; ) {
    begin(Math.ceil((number / kills) * cases * 1.05));
    // Every second one finds a site at work, however long this machine takes to start one.
    if (number % 2 === 0) await untilAnswering(stage.url);
    await sleep(SHORTEST_LIFE_MS + random() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS));
    const living = { supervisor: programs.site.pid(), dataDir: programs.dataDir };
    const fate = await killByFate(living, random, fatesOf(programs));
    if (!fate) continue;
    deaths[fate] = (deaths[fate] ?? 0) + 1;
    if (number % 20 === 0) print(`${number} kills, ${playing.length} cases begun.`);
    number += 1;
  }
  begin(cases);
  for (const [fate, times] of Object.entries(deaths)) print(`${String(times).padStart(5)}  ${fate}`);
  return Promise.all(playing);
}

async function untilAnswering(url: string): Promise<void> {
  const deadline = Date.now() + END_MS;
  const isAnswering = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isAnswering()) && Date.now() < deadline) await sleep(100);
}

/** What may die, and how often in a hundred kills. */
function fatesOf({ site, worker, dataDir }: Programs): Fates {
  const all = () => [...familyOf(worker.pid()), ...familyOf(site.pid())];
  return {
    'the worker': { weight: 50, victims: () => familyOf(worker.pid()) },
    'the site': { weight: 22, victims: () => familyOf(site.pid()) },
    'a process of the database': {
      weight: 14,
      victims: async (_, random) => oneOf((await database(dataDir)).slice(1), random),
    },
    'the whole database': { weight: 6, victims: () => database(dataDir) },
    everything: { weight: 8, victims: async () => [...all(), ...(await database(dataDir))] },
  };
}

/** The worker dies once more; then nobody sends what dead ones have leased, and the end of the leases is set on. */
async function untilAllIsDone(
  { base: { pool, db }, connection }: Stage,
  { worker }: Programs,
): Promise<void> {
  for (const pid of familyOf(worker.pid())) process.kill(pid, 'SIGKILL');
  const deadline = Date.now() + END_MS;
  // The database may have been a child of the worker.
  while ((await countOpen(pool).catch(() => undefined)) === undefined && Date.now() < deadline)
    await sleep(200);
  const { boss, queue } = await composeQueue(connection, silentLog);
  try {
    await pool.query(`update mail_outbox set leased_until = now() where leased_until > now()`);
    while (Date.now() < deadline) {
      if ((await countOpen(pool)) === 0) return;
      await queue.send(db, caseClocksJob, {});
      await queue.send(db, mailOutboxJob, {});
      await sleep(1000);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  throw new Error('The mails and clocks did not come to their end.');
}

async function judge(
  { base: { pool } }: Stage,
  { played, mail, env }: { played: readonly Played[]; mail: MailServer; env: Record<string, string> },
): Promise<void> {
  const { faults, ...counts } = await recount(pool, played, mail.mails);
  print(JSON.stringify(counts, null, 2));
  // What was broken off is listed before.
  print((await vesper(['audit', 'verify'], env)).trim().split('\n').at(-1) ?? '');
  if (faults.length > 0) throw new Error(`Not as it should be:\n${faults.join('\n')}`);
  print('Every mail, restoration, strike and block is there exactly once.');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '200' },
      cases: { type: 'string', default: '100' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  return { kills: Number(values.kills), cases: Number(values.cases), seed: Number(values.seed) };
}
