/** script/kill-test backups: kill -9 at random moments of backups and restores; never is a half one taken for whole. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { familyOf, runProgram, startProgram, vesper } from '../e2e/programs.ts';
import { silentLog } from '../packages/server/src/kernel/lib/log.ts';
import { StartError } from '../packages/server/src/kernel/lib/start-error.ts';
import { createFsStorage } from '../packages/server/src/kernel/storage/fs-storage.ts';
import { type Base, composeBase } from '../packages/server/src/main/compose.ts';
import { readConfig } from '../packages/server/src/main/config.ts';
import { openDatabase } from '../packages/server/src/main/database.ts';
import { runMain } from '../packages/server/src/main/process.ts';
import { digestOfTables } from '../packages/server/src/test/database-digest.ts';
import { makeCategory } from '../packages/server/src/test/factories.ts';
import { listBackups } from '../packages/server/src/upkeep/backups/manifest.ts';
import { faultsOfBackup } from '../packages/server/src/upkeep/backups/verify.ts';
import { createRandom, type Random } from './catalogue/random.ts';
import { database } from './kill-test/fates.ts';
import { print } from './print.ts';

const SEED = fileURLToPath(new URL('./seed-catalogue.ts', import.meta.url));
const CLI = 'packages/server/src/main/cli.ts';
const FILES = 200;
/** How often the database dies too. */
const DATABASE_TOO = 0.3;
/** What a restore itself adds to, and what no backup has. */
const DIFFERENT =
  /^(jobs\.|public\.(audit_|admin_sessions|workers|known_browsers|uncopied_views|view_marks))/;

interface Stage {
  env: Record<string, string>;
  random: Random;
  kills: number;
}

await runMain(async () => {
  const { kills, videos, seed } = readOptions();
  print(`${kills} kills of backups and as many of restores, ${videos} videos, seed ${seed}.`);
  const root = await mkdtemp(path.join(tmpdir(), 'vesper-kill-backups-'));
  const env = {
    DATA_DIR: path.join(root, 'data'),
    BACKUP_DIR: path.join(root, 'backups'),
    LOG_LEVEL: 'error',
  };
  const stage = { env, random: createRandom(seed), kills };
  try {
    await runProgram([SEED, String(videos)], env);
    await withBase(stage, (base) => addFiles(base, 0, FILES));
    await killBackups(stage);
    await killRestores(stage);
    print('No half one was taken for whole, and no site was lost.');
  } finally {
    for (const pid of await database(env.DATA_DIR)) end(pid);
    await rm(root, { recursive: true, force: true });
  }
});

async function withBase<T>({ env }: Pick<Stage, 'env'>, use: (base: Base) => Promise<T>): Promise<T> {
  const config = readConfig(env, '/');
  const server = await openDatabase(config, silentLog);
  try {
    const base = await composeBase(config, server.connection, { name: 'kill-test', log: silentLog });
    return await use(base).finally(() => base.close());
  } finally {
    await server.stop();
  }
}

/** Every third is in quarantine. */
async function addFiles({ db, storages: { main } }: Base, from: number, count: number): Promise<void> {
  const { id } = await db.selectFrom('videos').select('id').limit(1).executeTakeFirstOrThrow();
  for (let n = from; n < from + count; n += 1) {
    const name = `file-${n}-1a2b.webp`;
    const key = `videos/zz/kill-test/${name}`;
    await main.put(key, Readable.from([randomBytes(20_000)]));
    const isAside = n % 3 === 0;
    if (isAside) await main.quarantine(key);
    const quarantined_at = isAside ? new Date() : null;
    const row = { video_id: id, key, purpose: 'play', name, place: 'fs', quarantined_at };
    await db.insertInto('stored_files').values(row).execute();
  }
}

async function killBackups(stage: Stage): Promise<void> {
  const longestMs = await timeOf(() => vesper(['backup'], stage.env));
  let whole = await countWhole(stage);
  let finished = 0;
  for (let number = 1; number <= stage.kills; number += 1) {
    await withBase(stage, (base) => addFiles(base, FILES + number, 1));
    await killAfter(stage, ['backup'], longestMs);
    const now = await countWhole(stage);
    finished += now - whole;
    whole = now;
  }
  print(`Backups: ${stage.kills} kills, ${finished} of them after the end.`);
  await vesper(['backup'], stage.env);
  print((await vesper(['backup', 'verify', '--all-files'], stage.env)).trim());
}

/** How many count as whole. Throws unless all of them are. */
async function countWhole({ env }: Stage): Promise<number> {
  const storage = createFsStorage(env.BACKUP_DIR ?? '');
  const { signal } = new AbortController();
  const whole = (await listBackups(storage)).filter(({ isWhole }) => isWhole);
  for (const { name } of whole) {
    const faults = await faultsOfBackup(storage, name, signal);
    if (faults.length > 0) throw new Error(`${name} counts as whole:\n${faults.join('\n')}`);
  }
  return whole.length;
}

async function killRestores(stage: Stage): Promise<void> {
  const then = await withBase(stage, stateOf);
  let now = await change(stage, 0);
  const longestMs = await timeOf(() => vesper(['restore', '--yes'], stage.env));
  await expectState(stage, [then]);
  const seen = { 'as it was': 0, 'as the backup': 0, 'to be begun again': 0 };
  now = await change(stage, 1);
  for (let number = 1; number <= stage.kills; number += 1) {
    await killAfter(stage, ['restore', '--yes'], longestMs);
    try {
      const found = await expectState(stage, [now, then]);
      seen[found === now ? 'as it was' : 'as the backup'] += 1;
      if (found === then) now = await change(stage, number + 1);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      seen['to be begun again'] += 1;
      await vesper(['restore', '--yes'], stage.env);
      await expectState(stage, [then]);
      now = await change(stage, number + 1);
    }
  }
  print(`Restores: ${stage.kills} kills, the site afterwards: ${JSON.stringify(seen)}.`);
  await vesper(['restore', '--yes'], stage.env);
  await expectState(stage, [then]);
  print((await vesper(['audit', 'verify'], stage.env)).trim());
}

/** Something happens on the site: a row more, one film hidden and another shown again. */
function change(stage: Stage, number: number): Promise<string> {
  return withBase(stage, async (base) => {
    const { db, storages } = base;
    await makeCategory(db, `Added ${number}`);
    for (const [n, isAside] of [
      [1, true],
      [3, false],
    ] as const) {
      const key = `videos/zz/kill-test/file-${n}-1a2b.webp`;
      await (isAside ? storages.main.quarantine(key) : storages.main.release(key));
      const quarantined_at = isAside ? new Date() : null;
      await db.updateTable('stored_files').set({ quarantined_at }).where('key', '=', key).execute();
    }
    return stateOf(base);
  });
}

/** Every row, and whether every file is where its row says. */
async function stateOf({ db, storages }: Base): Promise<string> {
  const tables = Object.entries(await (await digestOfTables(db))()).filter(([name]) => !DIFFERENT.test(name));
  const files = await db.selectFrom('stored_files').select(['key', 'quarantined_at']).execute();
  for (const { key, quarantined_at } of files) {
    const found = await (quarantined_at ? storages.main.headQuarantined(key) : storages.main.head(key));
    if (!found) throw new Error(`${key} is not where its row says.`);
  }
  return JSON.stringify(tables.toSorted());
}

async function expectState(stage: Stage, states: readonly string[]): Promise<string> {
  const found = await withBase(stage, stateOf);
  if (states.includes(found)) return found;
  const rowsOf = (state: string) => new Map(JSON.parse(state) as [string, string][]);
  const differing = states.map((state) =>
    [...rowsOf(state)].flatMap(([name, rows]) => (rowsOf(found).get(name) === rows ? [] : [name])).join(', '),
  );
  throw new Error(`The site is neither as it was nor as the backup; other tables: ${differing.join('; ')}.`);
}

async function killAfter({ env, random }: Stage, words: readonly string[], longestMs: number): Promise<void> {
  const program = startProgram([CLI, ...words], env);
  const ended = new Promise((resolve) => program.process.once('close', resolve));
  await Promise.race([sleep(random() * longestMs), ended]);
  const withDatabase = random() < DATABASE_TOO;
  for (const pid of familyOf(program.process.pid ?? 0)) end(pid);
  if (withDatabase) for (const pid of await database(env.DATA_DIR ?? '')) end(pid);
  await ended;
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '50' },
      videos: { type: 'string', default: '2000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  return { kills: Number(values.kills), videos: Number(values.videos), seed: Number(values.seed) };
}
