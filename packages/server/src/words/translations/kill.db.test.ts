import type { Client, TranslationRun } from '@vesper/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hasNoApertium } from '../../test/apertium.ts';
import { makeVideo } from '../../test/factories.ts';
import { type LibreTranslateServer, startLibreTranslateServer } from '../../test/libretranslate-server.ts';
import { type RunningCommand, startWorkerProcess } from '../../test/run-command.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';

const VIDEOS = 200;
const COLOURS = ['blue', 'red', 'green', 'violet', 'orange'];

let server: LibreTranslateServer;
let site: TestSite;
let worker: RunningCommand | undefined;
beforeEach(async () => {
  server = await startLibreTranslateServer();
});
afterEach(async () => {
  worker?.kill('SIGKILL');
  await site.close();
  await server.close();
});

/** A site with 200 videos, whose calls do not wait. */
async function begin(env: Record<string, string>): Promise<Client> {
  site = await startTestSite(env, { batchWaitMs: 0 });
  for (let n = 0; n < VIDEOS; n += 1) {
    const title = `A slow ${COLOURS[n % COLOURS.length]} gradient, number ${n}`;
    await makeVideo(site.base.db, { title, description: 'It turns.\nThe colours change slowly.' });
  }
  return site.admin();
}

function startWorker(env: Record<string, string>): RunningCommand {
  worker = startWorkerProcess(site, env);
  return worker;
}

async function kill(killed: RunningCommand): Promise<void> {
  killed.kill('SIGKILL');
  await killed.ended;
}

async function runOf(admin: Client): Promise<TranslationRun> {
  const [run] = await admin.translations.runs();
  if (!run) throw new Error('There is no run.');
  return run;
}

function stored() {
  const rows = site.base.db
    .selectFrom('video_translations')
    .select(['id', 'video_id', 'title', 'updated_at']);
  return rows.orderBy('video_id').execute();
}

test.skipIf(hasNoApertium)(
  'titles of 200 videos, translated by Apertium, killed in the middle: none lost, none twice',
  async () => {
    const env = { TRANSLATOR: 'apertium' };
    const admin = await begin(env);
    const worker = startWorker(env);
    const { runId } = await admin.translations.batch({ languageCode: 'es' });
    await expect
      .poll(async () => (await stored()).length, { timeout: 180_000, interval: 20 })
      .toBeGreaterThanOrEqual(50);
    await kill(worker);
    const before = await stored();
    expect(before.length).toBeLessThan(VIDEOS);
    expect(await runOf(admin)).toMatchObject({ id: runId, state: 'running', translatedCount: before.length });

    startWorker(env);
    // A second request joins the run.
    expect(await admin.translations.batch({ languageCode: 'es' })).toMatchObject({ runId });
    await expect.poll(async () => (await runOf(admin)).state, { timeout: 180_000 }).toBe('completed');
    expect(await runOf(admin)).toMatchObject({
      id: runId,
      translatedCount: VIDEOS,
      skippedCount: 0,
      errorCount: 0,
    });
    const after = await stored();
    expect(after).toHaveLength(VIDEOS);
    expect(after).toEqual(expect.arrayContaining(before));
    for (const { title } of after) expect(title).toMatch(/gradiente/i);
    const again = await admin.translations.batch({ languageCode: 'es' });
    await expect.poll(async () => (await runOf(admin)).state, { timeout: 60_000 }).toBe('completed');
    expect(await runOf(admin)).toMatchObject({ id: again.runId, translatedCount: 0, skippedCount: VIDEOS });
  },
  400_000,
);

test('killed while the translator is at it, only that chunk is asked for again', async () => {
  const env = { TRANSLATOR: 'libretranslate', LIBRETRANSLATE_URL: server.url };
  const admin = await begin(env);
  const asked = Promise.withResolvers<void>();
  server.gate = () => {
    if (server.requests.length < 3) return Promise.resolve();
    asked.resolve();
    return new Promise(() => {});
  };
  const worker = startWorker(env);
  await admin.translations.batch({ languageCode: 'es' });
  await asked.promise;
  await kill(worker);
  expect(await stored()).toHaveLength(75);
  server.gate = async () => {};
  startWorker(env);
  await expect.poll(async () => (await runOf(admin)).state, { timeout: 180_000 }).toBe('completed');
  expect(await runOf(admin)).toMatchObject({ translatedCount: VIDEOS, skippedCount: 0, errorCount: 0 });
  expect(await stored()).toHaveLength(VIDEOS);
  const titles = server.requests.flat().filter((text) => text.startsWith('A slow'));
  expect(titles).toHaveLength(VIDEOS);
  expect(new Set(titles).size).toBe(VIDEOS);
}, 400_000);
