import { CallError, createClient, fetchTransport } from '@vesper/contract';
import { removeVideo } from '@vesper/library/videos';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makePermission, makeSource, makeVideo } from '../../../test/factories.ts';
import { refusedCall } from '../../../test/refusal.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { followBasis } from '../withdrawal/deletion.ts';
import { selectEnabledSources } from './index.ts';

const HOUR = 3600 * 1000;
const never = new AbortController().signal;

let site: TestSite;
beforeEach(async () => {
  site = await startTestSite();
});
afterEach(() => site.close());

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);

/** What the regular job does, at a time of its own. */
function follow(now = new Date(), signal = never) {
  return followBasis({ db: site.base.db, clock: { now: () => now } }, signal);
}

async function stateOf(id: string) {
  const { db } = site.base;
  return db
    .selectFrom('video_sources')
    .select(['enabled', 'disabled_reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

function enable(id: string) {
  return sql`update video_sources set enabled = true where id = ${id}`.execute(site.base.db);
}

async function statuses(): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; n: number }>`
    select concat_ws(' ', status, hidden_reason) as state, count(*)::int as n from videos group by 1`.execute(
    site.base.db,
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

describe('the database itself', () => {
  const times = {
    'valid since yesterday': { valid_from: inHours(-24) },
    'valid from yesterday to tomorrow': { valid_from: inHours(-24), valid_until: inHours(24) },
    'valid from tomorrow on': { valid_from: inHours(24) },
    'valid until an hour ago': { valid_from: inHours(-24), valid_until: inHours(-1) },
    'ended an hour ago': { valid_from: inHours(-24), ended_at: inHours(-1) },
  };
  const needed = { hosted: 'download', remote: 'hotlink', embed: 'embed' } as const;

  test('enables a source if, and only if, a valid permission covers its delivery', async () => {
    const { db } = site.base;
    for (const delivery of ['hosted', 'remote', 'embed'] as const) {
      for (const scope of ['embed', 'hotlink', 'download', 'metadata']) {
        for (const [name, time] of Object.entries(times)) {
          const basis = { basis: 'licence', scope: [scope], ...time };
          const id = await makeSource(db, { delivery, enabled: false, basis });
          const may = scope === needed[delivery] && name.startsWith('valid') && !/tomorrow on|ago/.test(name);
          const enabled = await enable(id).then(
            () => true,
            (error) => {
              expect(error).toMatchObject({ code: '23514', constraint: 'video_sources_basis' });
              return false;
            },
          );
          expect(enabled, `${delivery} ${scope} ${name}`).toBe(may);
        }
      }
    }
  });

  test('refuses another delivery, and haste at a server that is not our own', async () => {
    const { db } = site.base;
    const id = await makeSource(db, { basis: { basis: 'licence', scope: ['download'] } });
    await expect(sql`update video_sources set delivery = 'embed'`.execute(db)).rejects.toThrow(
      /"embed" in its scope/,
    );
    await expect(sql`update video_sources set crawl_delay_ms = 999`.execute(db)).rejects.toThrow(
      /basis "own"/,
    );
    expect(await stateOf(id)).toEqual({ enabled: true, disabled_reason: null });
  });

  test.each([
    ['deleted', sql`delete from source_permissions`],
    ['shortened', sql`update source_permissions set valid_until = now()`],
    ['narrowed', sql`update source_permissions set scope = '{metadata}'`],
    ['ended', sql`update source_permissions set ended_at = now()`],
  ])('stops the source whose permission is %s, and says why', async (_, statement) => {
    const { db } = site.base;
    const id = await makeSource(db, { basis: { valid_from: inHours(-1) } });
    await statement.execute(db);
    expect(await stateOf(id)).toEqual({
      enabled: false,
      disabled_reason:
        'No basis that is valid now covers this source: its delivery "hosted" needs one with "download" in its scope.',
    });
    await makePermission(db, id);
    await enable(id);
    expect(await stateOf(id)).toEqual({ enabled: true, disabled_reason: null });
  });

  test('leaves no source enabled when one enables it while another takes its basis away', async () => {
    const { db, pool } = site.base;
    for (const first of ['enabling', 'taking away']) {
      const id = await makeSource(db, { enabled: false });
      const statements = [
        [`update video_sources set enabled = true where id = '${id}'`],
        [`delete from source_permissions where source_id = '${id}'`],
      ].flat();
      if (first !== 'enabling') statements.reverse();
      const client = await pool.connect();
      await client.query('begin');
      await client.query(statements[0] ?? '');
      const other = sql
        .raw(statements[1] ?? '')
        .execute(db)
        .catch(() => undefined);
      await expect.poll(async () => (await waiting()) > 0).toBe(true);
      await client.query('commit');
      client.release();
      await other;
      expect(await stateOf(id)).toMatchObject({ enabled: false });
    }
  });

  async function waiting(): Promise<number> {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      site.base.db,
    );
    return rows.length;
  }
});

describe('a basis that runs out', () => {
  test('stops the source, with its downloads, and it is not read even before', async () => {
    const { db } = site.base;
    const id = await makeSource(db, { basis: { valid_until: inHours(1) } });
    const lasting = await makeSource(db);
    for (const [at, source] of [id, lasting].entries()) {
      const address = { source_url: `https://a.test/${at}`, source_url_hash: Buffer.alloc(32, at) };
      await db
        .insertInto('download_jobs')
        .values({ ...address, source_id: source })
        .execute();
      await makeVideo(db, { ...address, source_id: source, status: 'processing', published_at: null });
      await sql`update videos set source_url_hash = ${address.source_url_hash}
        where source_url = ${address.source_url}`.execute(db);
    }
    expect(await follow()).toEqual({ stopped: [], hidden: 0, shown: 0 });
    expect((await selectEnabledSources(db, inHours(2))).map((one) => one.id)).toEqual([lasting]);
    expect(await follow(inHours(2))).toMatchObject({ stopped: [id] });
    expect(await stateOf(id)).toMatchObject({
      enabled: false,
      disabled_reason: expect.stringMatching(/^No basis/),
    });
    expect(await stateOf(lasting)).toMatchObject({ enabled: true });
    const jobs = await db.selectFrom('download_jobs').selectAll().orderBy('source_url').execute();
    expect(jobs.map((job) => [job.status, job.cancelled_at !== null])).toEqual([
      ['failed', true],
      ['pending', false],
    ]);
    // What was begun for them is not left behind.
    expect(await db.selectFrom('videos').select('source_id').execute()).toEqual([{ source_id: lasting }]);
  });

  test('takes its videos out of everything public, and a new one brings them back', async () => {
    const { db } = site.base;
    const ending = await makeSource(db, { basis: { valid_until: inHours(1) } });
    const tags = ['lattice'];
    const mine = await makeVideo(db, {
      title: 'Lattice drift',
      tags,
      source_id: ending,
      video_url: 'videos/a/b.mp4',
    });
    const other = await makeVideo(db, { title: 'Lattice weave', tags, source_id: await makeSource(db) });
    await makeVideo(db, { title: 'Lattice alone', tags });

    const everywhere = async () => ({
      list: (await ids({})).includes(mine),
      total: (await site.client.videos.list()).pagination.totalVideos,
      category: (await ids({ category: 'Charts' })).includes(mine),
      categoryCount: (await site.client.categories.list())[0]?.videoCount,
      longest: (await ids({ sort: 'longest' })).includes(mine),
      tag: (await ids({ tag: 'lattice' })).includes(mine),
      search: (await ids({ search: 'lattice drift' })).includes(mine),
      related: (await site.client.videos.related({ id: other })).some(({ video }) => video.id === mine),
      page: await answers(site.client.videos.get({ id: mine })),
      media: await answers(site.client.media.signVideo({ id: mine })),
    });
    const shown = {
      ...{ list: true, total: 3, category: true, categoryCount: 3, longest: true, tag: true, search: true },
      ...{ related: true, page: 200, media: 200 },
    };
    expect(await everywhere()).toEqual(shown);
    const { signedUrl } = await site.client.media.signVideo({ id: mine });

    expect(await follow(inHours(2))).toMatchObject({ stopped: [ending], hidden: 1, shown: 0 });
    expect(await everywhere()).toEqual({
      ...{
        list: false,
        total: 2,
        category: false,
        categoryCount: 2,
        longest: false,
        tag: false,
        search: false,
      },
      ...{ related: false, page: 404, media: 404 },
    });
    expect((await fetch(new URL(signedUrl, site.url))).status).toBe(404);
    expect(await statuses()).toEqual({ 'hidden basis': 1, published: 2 });

    await makePermission(db, ending);
    expect(await follow(inHours(2))).toEqual({ stopped: [], hidden: 0, shown: 1 });
    expect(await everywhere()).toEqual(shown);
    // To keep the source itself going is another request.
    expect(await stateOf(ending)).toMatchObject({ enabled: false });
  });

  async function ids(query: Parameters<TestSite['client']['videos']['list']>[0]): Promise<string[]> {
    return (await site.client.videos.list(query)).videos.map((video) => video.id);
  }

  async function answers(call: Promise<unknown>): Promise<number> {
    return call.then(
      () => 200,
      (error) => (error instanceof CallError ? error.status : 0),
    );
  }

  test('brings back only what it hid', async () => {
    const { db } = site.base;
    const id = await makeSource(db, { basis: { valid_until: inHours(1) } });
    const hidden = (reason: string) =>
      makeVideo(db, { source_id: id, status: 'hidden', hidden_reason: reason });
    for (const reason of ['administrator', 'gone', 'takedown']) await hidden(reason);
    await makeVideo(db, { source_id: id, status: 'removed' });
    await makeVideo(db, { source_id: id });
    const removedMeanwhile = await makeVideo(db, { source_id: id });
    const others = { 'hidden administrator': 1, 'hidden gone': 1, 'hidden takedown': 1 };

    expect(await follow(inHours(2))).toMatchObject({ hidden: 2 });
    expect(await statuses()).toEqual({ ...others, removed: 1, 'hidden basis': 2 });
    await removeVideo(db, removedMeanwhile);
    await makePermission(db, id);
    expect(await follow(inHours(2))).toMatchObject({ shown: 1 });
    expect(await statuses()).toEqual({ ...others, removed: 2, published: 1 });
  });

  test('lets each video go by the way it is delivered, whatever the source does now', async () => {
    const { db } = site.base;
    const id = await makeSource(db, { basis: { scope: ['download', 'embed'], valid_until: inHours(1) } });
    await makePermission(db, id, { scope: ['embed'], valid_until: inHours(3) });
    for (const kind of ['hosted', 'remote', 'embed']) await makeVideo(db, { source_id: id, kind });
    const publicKinds = async () =>
      (await site.client.videos.list()).videos.map((video) => video.kind as string).sort();
    await follow();
    expect(await publicKinds()).toEqual(['embed', 'hosted']);
    await follow(inHours(2));
    expect(await publicKinds()).toEqual(['embed']);
    await follow(inHours(4));
    expect(await publicKinds()).toEqual([]);
    await makePermission(db, id, { scope: ['hotlink'] });
    await follow(inHours(4));
    expect(await publicKinds()).toEqual(['remote']);
  });
});

test('ending or shortening the basis of many public videos takes the password; no token does it by degrees', async () => {
  const { db } = site.base;
  const [many = '', few = '', other = ''] = await Promise.all([1, 2, 3].map(() => makeSource(db)));
  const videos = [many, few, other].flatMap((id, n) => Array.from({ length: n === 0 ? 21 : 11 }, () => id));
  await Promise.all(videos.map((source_id) => makeVideo(db, { source_id, kind: 'hosted' })));
  const admin = await site.admin();
  const hasty = await site.admin({ isConfirmed: false });
  const scopes = ['ingest:write' as const];
  const { token } = await admin.tokens.create({ name: 'sources', scopes, expiresInDays: 7 });
  const program = createClient(fetchTransport(site.url, { authorization: `Bearer ${token}` }));

  const own = { basis: 'own' as const, scope: ['download' as const], evidence: 'Ours.' };
  for (const basis of [
    null,
    { ...own, scope: ['embed' as const] },
    { ...own, validUntil: inHours(1).toISOString() },
  ]) {
    const sentence = /^This would hide 21 public videos\. /;
    const asked = await refusedCall(hasty.sources.change({ id: many, basis }));
    expect(asked).toMatchObject({ code: 'password_required', sentence: expect.stringMatching(sentence) });
    const refused = await refusedCall(program.sources.change({ id: many, basis }));
    expect(refused).toMatchObject({ code: 'forbidden', sentence: expect.stringMatching(sentence) });
  }
  // Nor of one that ends soon anyway.
  await admin.sources.change({ id: many, basis: { ...own, validUntil: inHours(1).toISOString() } });
  expect(await refusedCall(program.sources.change({ id: many, basis: null }))).toMatchObject({ status: 403 });
  await hasty.sources.change({ id: many, basis: { ...own, validUntil: '2990-01-01' } });

  await program.sources.change({ id: few, basis: null });
  for (const hide of [async () => {}, () => follow()]) {
    await hide();
    expect(await refusedCall(program.sources.change({ id: other, basis: null }))).toMatchObject({
      status: 403,
    });
  }
  await hasty.sources.change({ id: other, basis: null });
  await admin.sources.change({ id: many, basis: null });
  await follow();
  expect(await statuses()).toEqual({ 'hidden basis': 43 });
});
