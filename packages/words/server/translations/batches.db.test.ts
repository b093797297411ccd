import type { Client } from '@vesper/contract';
import { silentLog } from '@vesper/core/lib/log.ts';
import { removeVideo } from '@vesper/library/videos';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeVideo } from '../../../test/factories.ts';
import { type LibreTranslateServer, startLibreTranslateServer } from '../../../test/libretranslate-server.ts';
import { refusal } from '../../../test/refusal.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { insertRun } from './run-queries.ts';
import { carryOn } from './run-worker.ts';
import type { Translator } from './translator.ts';

const SPANISH = { languageCode: 'es' };
const never = new AbortController().signal;

async function makeVideos(site: TestSite, count: number, title = 'A blue chart'): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await makeVideo(site.base.db, { title: `${title} ${n}` }));
  return ids;
}

function translationsOf(site: TestSite) {
  return site.base.db.selectFrom('video_translations').selectAll().orderBy('video_id').execute();
}

async function titleOf(site: TestSite, videoId: string): Promise<string | undefined> {
  return (await translationsOf(site)).find((row) => row.video_id === videoId)?.title;
}

test('without a translator a sentence says how to set one up, and nothing is started', async () => {
  const site = await startTestSite();
  try {
    const admin = await site.admin();
    const [status, sentence] = await refusal(admin.translations.batch(SPANISH));
    expect([status, sentence]).toEqual([
      409,
      expect.stringMatching(/^No translator is set up\. Set TRANSLATOR to/),
    ]);
    expect(await admin.translations.translator()).toEqual({ name: null, sentence, languageCodes: [] });
    expect(await admin.translations.runs()).toEqual([]);
  } finally {
    await site.close();
  }
});

describe('with LibreTranslate', () => {
  let server: LibreTranslateServer;
  let site: TestSite;
  let admin: Client;
  beforeAll(async () => {
    server = await startLibreTranslateServer();
    const settings = { TRANSLATOR: 'libretranslate', LIBRETRANSLATE_URL: server.url };
    site = await startTestSite(settings, { batchWaitMs: 60_000 });
    admin = await site.admin();
    await site.startWorker({ translations: { pauseScale: 0.001 } });
  });
  beforeEach(async () => {
    server.requests.splice(0);
    server.answers.splice(0);
    server.gate = async () => {};
    await site.base.db.deleteFrom('videos').execute();
    await site.base.db.deleteFrom('translation_runs').execute();
  });
  afterAll(async () => {
    await site.close();
    await server.close();
  });

  test.each([
    [{}, 'Please select a language'],
    [{ languageCode: '' }, 'Please select a language'],
    [{ languageCode: 'tlh' }, 'Please select a language: none has the code "tlh".'],
    [{ languageCode: 'en' }, 'Please select a language other than English, in which the originals are.'],
    [{ languageCode: 'es', limit: 0 }, 'limit must be a whole number from 1 to 10,000,000.'],
  ])('%j is refused', async (input, sentence) => {
    expect(await refusal(admin.translations.batch(input as typeof SPANISH))).toEqual([400, sentence]);
    expect(await admin.translations.runs()).toEqual([]);
  });

  test('translated videos are skipped, unless their words were edited; other translations stay unchanged', async () => {
    const { db } = site.base;
    const [edited = '', foreign = ''] = await makeVideos(site, 2);
    await admin.translations.batch(SPANISH);
    await db.updateTable('videos').set({ title: 'A red test' }).where('id', '=', edited).execute();
    await db.updateTable('videos').set({ title: 'A slow test' }).where('id', '=', foreign).execute();
    const byHand = { title: 'A mano', text_hash: null };
    await db.updateTable('video_translations').set(byHand).where('video_id', '=', foreign).execute();
    const result = await admin.translations.batch(SPANISH);
    expect(result).toMatchObject({ translatedCount: 1, skippedCount: 1, errorCount: 0 });
    expect(await titleOf(site, edited)).toMatch(/rojo/);
    expect(await titleOf(site, foreign)).toBe('A mano');
  });

  test('a limited batch takes the newest, and the next one continues', async () => {
    await removeVideo(site.base.db, await makeVideo(site.base.db));
    const ids = await makeVideos(site, 30);
    const first = await admin.translations.batch({ ...SPANISH, limit: 12 });
    expect(first).toMatchObject({ translatedCount: 12, skippedCount: 0, state: 'completed', hasMore: true });
    const newest = (await translationsOf(site)).map((row) => row.video_id);
    expect(newest).toEqual(ids.slice(-12).toSorted());
    const second = await admin.translations.batch({ ...SPANISH, limit: 100 });
    expect(second).toMatchObject({ translatedCount: 18, skippedCount: 12, hasMore: false });
  });

  test('a video that cannot be translated is counted and reported, others are translated; after three runs it is skipped until edited', async () => {
    await makeVideos(site, 10);
    const bad = await makeVideo(site.base.db, { title: 'An unspeakable chart' });
    await makeVideos(site, 10);
    const first = await admin.translations.batch(SPANISH);
    expect(first).toMatchObject({ translatedCount: 20, errorCount: 1, state: 'completed' });
    const error = {
      videoId: bad,
      title: 'An unspeakable chart',
      message: expect.stringMatching(/it broke\.$/),
    };
    expect(await admin.translations.errors({ id: first.runId })).toEqual([{ ...error, attempts: 1 }]);
    for (const attempts of [2, 3]) {
      const again = await admin.translations.batch(SPANISH);
      expect(again).toMatchObject({ translatedCount: 0, skippedCount: 20, errorCount: 1 });
      expect(await admin.translations.errors({ id: again.runId })).toEqual([{ ...error, attempts }]);
    }
    expect(await admin.translations.batch(SPANISH)).toMatchObject({ skippedCount: 21, errorCount: 0 });
    await site.base.db.updateTable('videos').set({ title: 'A red chart' }).where('id', '=', bad).execute();
    expect(await admin.translations.batch(SPANISH)).toMatchObject({ translatedCount: 1, errorCount: 0 });
    expect(await site.base.db.selectFrom('translation_faults').selectAll().execute()).toEqual([]);
  });

  test('one that stays unreachable, refuses the key or fails on everything ends the run, with a sentence', async () => {
    await makeVideos(site, 3);
    for (let n = 0; n < 8; n += 1) server.answers.push({ status: 503, body: 'busy' });
    expect(await refusal(admin.translations.batch(SPANISH))).toEqual([
      503,
      'The LibreTranslate server answered 503.',
    ]);
    server.answers.push({ status: 403, body: { error: 'Invalid API key' } });
    expect(await refusal(admin.translations.batch(SPANISH))).toEqual([
      503,
      expect.stringMatching(/403: Invalid API key\. Check LIBRETRANSLATE_URL/),
    ]);
    await makeVideos(site, 60, 'unspeakable');
    expect(await refusal(admin.translations.batch(SPANISH))).toEqual([
      503,
      expect.stringMatching(/^The translator failed on 25 videos in a row\. Last error: .*it broke\.$/),
    ]);
    const states = (await admin.translations.runs()).map(({ state, errorCount }) => [state, errorCount]);
    expect(states).toEqual([
      ['failed', 25],
      ['failed', 0],
      ['failed', 0],
    ]);
    expect(await translationsOf(site)).toEqual([]);
  });

  test('is stopped: committed translations stay, the current chunk is discarded', async () => {
    await makeVideos(site, 60);
    const asked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    server.gate = () => {
      if (server.requests.length < 1) return Promise.resolve();
      asked.resolve();
      return gate.promise;
    };
    const batch = admin.translations.batch(SPANISH);
    await asked.promise;
    const [running] = await admin.translations.runs();
    expect(running).toMatchObject({ state: 'running', translatedCount: 25 });
    const stopped = await admin.translations.stop({ id: running?.id ?? '' });
    expect(stopped).toMatchObject({ state: 'stopped', translatedCount: 25 });
    expect(await admin.translations.stop({ id: running?.id ?? '' })).toEqual(stopped);
    gate.resolve();
    expect(await batch).toMatchObject({ state: 'stopped', translatedCount: 25, hasMore: true });
    expect(await admin.translations.batch(SPANISH)).toMatchObject({ translatedCount: 35, skippedCount: 25 });
    expect(await translationsOf(site)).toHaveLength(60);
  });

  test('a video edited or deleted during its translation is neither lost nor counted as done', async () => {
    const [gone = '', edited = ''] = await makeVideos(site, 2);
    server.gate = async () => {
      server.gate = async () => {};
      await site.base.db.deleteFrom('videos').where('id', '=', gone).execute();
      await admin.catalogue.change({ id: edited, version: 0, title: 'A red chart' });
    };
    expect(await admin.translations.batch(SPANISH)).toMatchObject({ translatedCount: 0, skippedCount: 2 });
    expect(await translationsOf(site)).toEqual([]);
    expect(await admin.translations.batch(SPANISH)).toMatchObject({ translatedCount: 1, skippedCount: 0 });
    expect(await titleOf(site, edited)).toBe('A rojo mapa');
  });

  test('workers with the same run at once store and count each video once', async () => {
    await makeVideos(site, 80);
    const { db } = site.base;
    const id = await insertRun(db, { languageCode: 'es', translator: 'test', most: 1000, startedBy: 'test' });
    const translator: Translator = {
      name: 'libretranslate',
      supported: async (codes) => [...codes],
      translate: async (texts) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return texts.map((text) => `es ${text}`);
      },
    };
    const context = { signal: never, log: silentLog };
    await Promise.all(
      [1, 2, 3].map(() => carryOn({ db, translator, refusals: site.base.refusals }, String(id), context)),
    );
    const [run] = await admin.translations.runs();
    expect(run).toMatchObject({ state: 'completed', translatedCount: 80, skippedCount: 0, errorCount: 0 });
    expect(await translationsOf(site)).toHaveLength(80);
  });
});
