import { type CallError, type Client, NewSource, type VideoSource } from '@vesper/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeSource, makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';

let site: TestSite;
let admin: Client;

let usual: TestSite;
let usualAdmin: Client;

beforeAll(async () => {
  usual = await startTestSite();
  usualAdmin = await usual.admin();
});
beforeEach(async () => {
  await usual.base.db.deleteFrom('videos').execute();
  await sql`truncate video_sources cascade`.execute(usual.base.db);
  [site, admin] = [usual, usualAdmin];
});
afterAll(() => usual.close());

/** For tests with a worker: what the others empty at their start, it may still be busy with. */
async function useOwnSite(): Promise<void> {
  const own = await startTestSite();
  onTestFinished(() => own.close());
  [site, admin] = [own, await own.admin()];
}

const URL = 'https://videos.test/sitemap.xml';
const LICENCE = {
  basis: 'licence',
  scope: ['download', 'metadata'],
  evidence: 'Contract 17, signed 2026-10-01.',
} as const;
const OWN = { ...LICENCE, basis: 'own' } as const;

function create(fields: object = {}): Promise<VideoSource> {
  return admin.sources.create({ name: 'Charts', baseUrl: URL, basis: LICENCE, ...fields } as never);
}

function change(id: string, fields: object): Promise<VideoSource> {
  return admin.sources.change({ id, ...fields } as never);
}

async function refusal(call: Promise<unknown>): Promise<{ status: number; sentence: string }> {
  const error = (await call.then(
    () => {
      throw new Error('The call was not refused.');
    },
    (reason: unknown) => reason,
  )) as CallError;
  return { status: error.status, sentence: error.sentence };
}

async function onlySource(): Promise<VideoSource> {
  const [source] = await admin.sources.list();
  if (!source) throw new Error('There is no source.');
  return source;
}

describe('GET /api/video-sources', () => {
  test('says everything of a source, and keeps to two queries however many there are', async () => {
    await makeSource(site.base.db, { name: 'First', url: 'https://a.test/' });
    site.queries.length = 0;
    const [source] = await admin.sources.list();
    const queriesOfOne = site.queries.length;
    // One asks for the session.
    expect(queriesOfOne).toBe(6);
    expect(source).toMatchObject({
      name: 'First',
      baseUrl: 'https://a.test/',
      enabled: true,
      dailyQuota: 10,
      lastCrawledAt: null,
      totalVideosAdded: 0,
      kind: 'sitemap',
      delivery: 'hosted',
      categoryMap: {},
      concurrency: 1,
      basis: { basis: 'own', isValid: true, validUntil: null },
      disabledReason: null,
      state: 'Active.',
    });
    for (let n = 0; n < 20; n += 1) await makeSource(site.base.db);
    site.queries.length = 0;
    expect(await admin.sources.list()).toHaveLength(21);
    expect(site.queries).toHaveLength(queriesOfOne);
  });
});

describe('POST /api/video-sources', () => {
  test('adds a source, enabled, with the default settings', async () => {
    const source = await create();
    expect(source).toMatchObject({ enabled: true, dailyQuota: 10, kind: 'sitemap', crawlDelayMs: 1000 });
    expect(source.basis).toMatchObject({ ...LICENCE, evidenceSha256: null, isValid: true });
    expect(await admin.sources.list()).toEqual([source]);
  });

  test('adds it disabled, with the reason, where no basis covers it', async () => {
    const source = await create({ basis: undefined });
    expect(source).toMatchObject({ enabled: false, basis: null, permissions: [] });
    expect(source.disabledReason).toMatch(/^No basis that is valid now covers this source: .*"download"/);
    expect(source.state).toBe(`Stopped. ${source.disabledReason}`);
  });

  test('keeps one source an address, however it is spelled and however many add it at once', async () => {
    const spellings = [URL, 'HTTPS://VIDEOS.test:443/sitemap.xml#top', ` ${URL}?utm_source=x `];
    const results = await Promise.allSettled(spellings.map((baseUrl) => create({ baseUrl })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await onlySource()).baseUrl).toBe(URL);
    expect(await refusal(create())).toEqual({
      status: 409,
      sentence: 'A source with this address already exists.',
    });
  });

  test('takes a hash as evidence, and whole days as its time', async () => {
    const basis = {
      basis: 'api',
      scope: ['download', 'download'],
      evidenceSha256: 'AB'.repeat(32),
      validFrom: '2026-01-01',
      validUntil: '2999-12-31',
      grantedBy: 'Example Ltd.',
    };
    expect((await create({ basis })).basis).toMatchObject({
      evidence: null,
      evidenceSha256: 'ab'.repeat(32),
      scope: ['download'],
      validFrom: '2026-01-01T00:00:00.000Z',
      validUntil: '3000-01-01T00:00:00.000Z',
      grantedBy: 'Example Ltd.',
    });
  });

  test('keeps a map of categories, names at the source in lower case', async () => {
    const categoryMap = { ' Fractal Art ': 'Fractals', '*': 'Other', ['__proto__']: 'Charts' };
    const source = await create({ categoryMap });
    expect(source.categoryMap).toEqual({ 'fractal art': 'Fractals', '*': 'Other' });
    expect(({} as { Charts?: unknown }).Charts).toBeUndefined();
  });

  test('makes a source for yt-dlp only where it is available', async () => {
    expect(await refusal(create({ kind: 'ytdlp' }))).toMatchObject({
      status: 400,
      sentence: expect.stringMatching(/yt-dlp is not installed|yt-dlp .* is too old/),
    });
  });

  test('lets only an own server be read without a pause', async () => {
    for (const basis of [undefined, LICENCE]) {
      expect(await refusal(create({ crawlDelayMs: 999, basis }))).toEqual({
        status: 400,
        sentence: 'A crawl delay under 1,000 milliseconds needs a permission with the basis "own".',
      });
    }
    expect(await create({ crawlDelayMs: 0, basis: OWN })).toMatchObject({ enabled: true, crawlDelayMs: 0 });
  });

  test.each([
    ['no name', { name: undefined }],
    ['a script as address', { baseUrl: 'javascript:alert(1)' }],
    ['a password in the address', { baseUrl: 'https://a:b@videos.test/' }],
    ['a huge quota', { dailyQuota: 1_000_001 }],
    ['a concurrency of nine', { concurrency: 9 }],
    ['no evidence', { basis: { ...LICENCE, evidence: undefined } }],
    ['a day that is none', { basis: { ...LICENCE, validFrom: '2026-02-30' } }],
    ['an end in the past', { basis: { ...LICENCE, validUntil: '2020-01-01' } }],
  ])('refuses %s with a sentence', async (_, fields) => {
    const refused = await refusal(create(fields));
    expect(refused).toMatchObject({
      status: 400,
      sentence: expect.stringMatching(/^([\w.]+: )?[A-Z"].*\.$/),
    });
    expect(await admin.sources.list()).toEqual([]);
  });
});

describe('PATCH /api/video-sources/{id}', () => {
  test('writes the fields given and no others', async () => {
    const { id, ...before } = await create();
    const fields = {
      name: 'Gradients',
      dailyQuota: 0,
      categoryMap: { a: 'B' },
      concurrency: 8,
      kind: 'feed',
    };
    const after = { id, ...before, ...fields, version: before.version + 1 };
    expect(await change(id, fields)).toEqual(after);
    expect(await change(id, {})).toEqual(after);
    const all = NewSource.parse({ name: 'All', baseUrl: 'https://b.test/', crawlDelayMs: 5000 });
    expect(await change(id, all)).toMatchObject({ ...all, enabled: true });
  });

  test('two administrators at once change what each of them gives', async () => {
    const { id } = await create();
    await Promise.all([change(id, { name: 'Lattices' }), change(id, { dailyQuota: 77 })]);
    expect(await onlySource()).toMatchObject({ name: 'Lattices', dailyQuota: 77 });
  });

  test('adds a basis to the record; the former one ends when it begins', async () => {
    const { id } = await create();
    const next = { ...LICENCE, evidence: 'Contract 18.' };
    const { permissions, basis, enabled } = await change(id, { basis: next });
    expect({ evidence: basis?.evidence, enabled }).toEqual({ evidence: 'Contract 18.', enabled: true });
    expect(permissions.map((one) => [one.evidence, one.isValid, one.endedAt !== null])).toEqual([
      ['Contract 18.', true, false],
      [LICENCE.evidence, false, true],
    ]);

    const later = await change(id, { basis: { ...next, evidence: 'Contract 19.', validFrom: '2990-01-01' } });
    expect(later.enabled).toBe(true);
    expect(later.basis).toMatchObject({ evidence: 'Contract 18.', endedAt: '2990-01-01T00:00:00.000Z' });
    expect(later.permissions).toHaveLength(3);
  });

  test('stops a source whose basis is withdrawn, or followed by one that does not cover it', async () => {
    const { id } = await create();
    expect(await change(id, { basis: { ...LICENCE, scope: ['embed'] } })).toMatchObject({
      enabled: false,
      disabledReason: expect.stringMatching(/needs one with "download"/),
      basis: { scope: ['embed'] },
    });
    expect(await refusal(change(id, { enabled: true }))).toMatchObject({ status: 409 });
    expect(await change(id, { delivery: 'embed', enabled: true })).toMatchObject({
      enabled: true,
      disabledReason: null,
    });
    expect(await change(id, { basis: null })).toMatchObject({ enabled: false, basis: null });
    expect(await change(id, { basis: { ...LICENCE, scope: ['embed'] }, enabled: true })).toMatchObject({
      enabled: true,
    });
  });

  test('keeps a contact, which the audit log does not name, and rejects anything but an email address', async () => {
    const { id, contactEmail } = await create({ contactEmail: ' rights@films.example ' });
    expect(contactEmail).toBe('rights@films.example');
    for (const text of ['films.example', 'a@b@c', 'a@b.example, c@d.example', 'a b@c.example'])
      expect(await refusal(change(id, { contactEmail: text }))).toMatchObject({ status: 400 });
    expect((await change(id, { dailyQuota: 5 })).contactEmail).toBe('rights@films.example');
    expect((await change(id, { contactEmail: 'desk@films.example' })).contactEmail).toBe(
      'desk@films.example',
    );
    expect((await change(id, { contactEmail: '' })).contactEmail).toBeNull();
    const log = await site.base.db.selectFrom('audit_log').selectAll().execute();
    expect(JSON.stringify(log)).not.toMatch(/(rights|desk)@films/);
  });

  test('refuses another delivery than the basis covers, unless one comes with it', async () => {
    const { id } = await create();
    expect(await refusal(change(id, { delivery: 'remote' }))).toMatchObject({
      status: 409,
      sentence: expect.stringMatching(/"remote" needs one with "hotlink"/),
    });
    const both = { delivery: 'remote', basis: { ...LICENCE, scope: ['hotlink'] } };
    expect(await change(id, both)).toMatchObject({ delivery: 'remote', enabled: true });
    expect(await refusal(change(id, { enabled: true, basis: null }))).toMatchObject({ status: 409 });
    expect(await onlySource()).toMatchObject({ delivery: 'remote', enabled: true });
  });

  test('disabled by hand has no reason, and stays disabled when a basis is added', async () => {
    const { id } = await create();
    expect(await change(id, { enabled: false })).toMatchObject({
      disabledReason: null,
      state: 'Disabled by hand.',
    });
    expect(await change(id, { basis: LICENCE })).toMatchObject({ enabled: false, disabledReason: null });
  });

  test('refuses an address that another source has, and a source that is not there', async () => {
    const { id } = await create();
    const other = await create({ baseUrl: 'https://b.test/' });
    expect(await refusal(change(other.id, { baseUrl: `${URL}#x` }))).toMatchObject({ status: 409 });
    expect(await refusal(change('nobody', { name: 'x' }))).toMatchObject({ status: 404 });
    expect(await refusal(change(id, { name: null }))).toMatchObject({ status: 400 });
    expect(await refusal(change('\0', { name: 'x' }))).toMatchObject({ status: 400 });
  });
});

describe('DELETE /api/video-sources/{id}', () => {
  test('deletes a source without videos, and its record', async () => {
    const { id } = await create();
    expect(await admin.sources.delete({ id })).toEqual({ deleted: true });
    expect(await admin.sources.list()).toEqual([]);
    expect(await refusal(admin.sources.delete({ id }))).toMatchObject({ status: 404 });
    expect(await create()).toMatchObject({ enabled: true });
  });

  test.each(['published', 'hidden'])(
    'keeps one that has a %s video unless that is to go, too',
    async (status) => {
      const { db } = site.base;
      const { id } = await create();
      const video = await makeVideo(db, { source_id: id, status });
      const other = await makeVideo(db);
      expect(await refusal(admin.sources.delete({ id }))).toMatchObject({
        status: 409,
        sentence: expect.stringMatching(/^The source has videos.*\.$/),
      });
      const wrong = admin.sources.delete({ id, videos: 'keep' } as never);
      expect(await refusal(wrong)).toMatchObject({ status: 400 });
      expect(await onlySource()).toMatchObject({ enabled: true });

      expect(await admin.sources.delete({ id, videos: 'remove' })).toEqual({ deleted: true });
      const { videos } = await site.client.videos.list();
      expect(videos.map((one) => one.id)).toEqual([other]);
      const row = await db.selectFrom('videos').selectAll().where('id', '=', video).executeTakeFirstOrThrow();
      expect(row).toMatchObject({ status: 'removed', source_id: null, hidden_reason: null });
    },
  );

  test('leaves the rest of very many videos to the worker, which may die over it', async () => {
    await useOwnSite();
    const { db } = site.base;
    const { id } = await create();
    await makeVideo(db, { source_id: id });
    await sql`
      insert into videos (title, category, source_url, source_url_hash, slug, source_id, status, published_at)
      select 'Chart ' || n, 'Charts', 'https://a.test/' || n, sha256(n::text::bytea), 'chart', ${id}, 'published', now()
      from generate_series(1, 1600) n`.execute(db);
    expect(await admin.sources.delete({ id, videos: 'remove' })).toEqual({ deleted: false });
    expect((await onlySource()).state).toBe('The source is being deleted with its videos.');
    expect(await refusal(change(id, { enabled: true }))).toMatchObject({ status: 409 });
    // Its job is lost: the worker's start makes up for that.
    await sql`delete from jobs.job`.execute(db);
    await site.startWorker();
    await expect.poll(() => admin.sources.list(), { timeout: 60_000 }).toEqual([]);
    expect((await site.client.videos.list()).pagination.totalVideos).toBe(0);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from videos where status = 'removed' and source_id is null`.execute(db);
    expect(rows[0]?.n).toBe(1601);
  });

  test('ends its downloads: nothing is imported from it afterwards', async () => {
    const { db } = site.base;
    const { id } = await create();
    await db
      .insertInto('download_jobs')
      .values({ source_url: 'https://videos.test/1', source_url_hash: Buffer.alloc(32), source_id: id })
      .execute();
    expect(await admin.sources.delete({ id })).toEqual({ deleted: true });
    const job = await db.selectFrom('download_jobs').selectAll().executeTakeFirstOrThrow();
    expect(job).toMatchObject({
      status: 'failed',
      source_id: null,
      error: 'The source may no longer be used.',
    });
    expect(job.cancelled_at).not.toBeNull();
  });
});
