import { drainOutbox } from '@vesper/core/db/outbox.ts';
import { addressHash } from '@vesper/core/lib/text/canonical-address.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type DumpRig, startDumpRig } from '../../../test/dump-rig.ts';

let rig: DumpRig;
beforeAll(async () => {
  rig = await startDumpRig();
});
beforeEach(async () => {
  rig.files.clear();
  rig.asked.length = 0;
  await sql`delete from videos`.execute(rig.db);
  await sql`delete from video_sources`.execute(rig.db);
  await sql`delete from addresses`.execute(rig.db);
  await sql`delete from blocked_addresses`.execute(rig.db);
  await sql`delete from download_jobs`.execute(rig.db);
});
afterAll(() => rig.close());

const HEADER = 'id|title|url|embed|thumb|duration|tags|categories|date';

/** A line with an embed code, as exports have it. */
function lineOf(n: number, changes: Partial<Record<'title' | 'embed' | 'tags', string>> = {}): string {
  const embed = `<iframe src="https://player.test/embed/v${n}?autoplay=1" width="640" onload="alert(1)"></iframe>`;
  const title = changes.title ?? `Slow violet gradient ${n}`;
  const tags = changes.tags ?? `gradient,violet,row ${n % 7}`;
  return [
    ...[`id-${n}`, title, `https://charts.test/watch/v${n}`, changes.embed ?? embed],
    ...[
      `https://pictures.test/${n}.jpg`,
      String(60 + n),
      tags,
      n % 2 ? 'Fractals' : 'Waves,Plasma',
      '2025-03-04 05:06:07',
    ],
  ].join('|');
}

const dumpOf = (count: number) => [HEADER, ...Array.from({ length: count }, (_, n) => lineOf(n))].join('\n');

async function rowsOf<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await query.execute(rig.db)).rows;
}

const videos = () =>
  rowsOf(sql<Record<string, unknown>>`
    select title, source_url, embed_url, embed_provider, embed_id, external_id, tags, category, slug, duration, kind,
      status from videos order by external_id`);

/** Every row that a second reading could touch, with the transaction that wrote it. */
const versions = () =>
  rowsOf(sql<{ name: string; versions: string }>`
    select 'videos' as name, string_agg(xmin::text || ctid::text, ',' order by ctid) as versions from videos
    union all select 'search', string_agg(xmin::text || ctid::text, ',' order by ctid) from video_search
    union all select 'ledger', string_agg(xmin::text || ctid::text, ',' order by ctid) from addresses
    union all select 'pictures', string_agg(xmin::text || ctid::text, ',' order by ctid) from source_pictures
    union all select 'tags', string_agg(xmin::text || ctid::text, ',' order by ctid) from video_tags`);

describe('a dump of embedded videos', () => {
  test('is listed and found at once, with tags, categories and slugs', async () => {
    rig.files.set('/videos.csv', dumpOf(2000));
    const id = await rig.addDump();
    const run = await rig.read(id);
    expect(run).toMatchObject({
      state: 'completed',
      lines: 2000,
      badLines: 0,
      decisions: { new: 2000 },
      error: null,
    });
    expect((await videos())[0]).toEqual({
      ...{ title: 'Slow violet gradient 0', source_url: 'https://charts.test/watch/v0' },
      ...{
        embed_url: 'https://player.test/embed/v0',
        embed_provider: 'charts',
        embed_id: 'v0',
        external_id: 'id-0',
      },
      ...{
        tags: ['gradient', 'violet', 'row 0', 'Plasma'],
        category: 'Waves',
        slug: 'slow-violet-gradient-0',
      },
      ...{ duration: 60, kind: 'embed', status: 'published' },
    });
    const { client } = rig.site;
    expect((await client.videos.list()).pagination.totalVideos).toBe(2000);
    expect((await client.videos.list({ search: 'violet 1234' })).videos.map(({ title }) => title)).toEqual([
      'Slow violet gradient 1234',
    ]);
    expect((await client.videos.list({ category: 'Fractals' })).pagination.totalVideos).toBe(1000);
    await drainOutbox(rig.site.base.db);
    const [counts] = await rowsOf(sql<Record<string, number>>`
      select (select n from tag_totals where tag = 'violet') as tagged, (select count(*) from video_facets) as facets,
        (select count(*) from video_health where next_check_at is not null) as health,
        (select sum(n) from list_buckets where category = '' and span = 'day') as listed,
        (select total_videos_added from video_sources) as added,
        (select count(*) from source_pictures where due_at is not null) as pictures`);
    expect(counts).toEqual({
      tagged: 2000,
      facets: 2000,
      health: 2000,
      listed: 2000,
      added: 2000,
      pictures: 2000,
    });
    expect((await rig.admin.sources.get({ id })).lastReading?.result).toBe('read');
  });

  test('changes nothing when it is read again, asked for only if it has changed', async () => {
    rig.files.set('/videos.csv', dumpOf(30));
    const id = await rig.addDump();
    await rig.read(id);
    const before = await versions();
    expect(await rig.read(id)).toMatchObject({ state: 'completed', isUnchanged: true, lines: 0 });
    expect(rig.asked.map(({ status }) => status)).toEqual([200, 200, 304]);
    rig.files.set('/videos.csv', `${dumpOf(30)}\n`);
    expect(await rig.read(id)).toMatchObject({ lines: 30, isUnchanged: false, decisions: { known: 30 } });
    expect(await versions()).toEqual(before);
  });

  test('respects decisions that people made', async () => {
    rig.files.set('/videos.csv', dumpOf(6));
    const id = await rig.addDump();
    await rig.read(id);
    const idOf = async (n: number) =>
      (await rowsOf(sql<{ id: string }>`select id from videos where external_id = ${`id-${n}`}`))[0]?.id ??
      '';
    const [hidden, removed, edited, deleted] = [await idOf(0), await idOf(1), await idOf(2), await idOf(3)];
    await rig.admin.catalogue.act({ id: hidden, act: 'hide' });
    await rig.admin.catalogue.act({ id: removed, act: 'remove', reason: 'Doubtful.' });
    const { version } = await rig.admin.catalogue.get({ id: edited });
    await rig.admin.catalogue.change({ id: edited, version, title: 'Our own words' });
    await rig.admin.catalogue.delete({ id: deleted });
    const before = await videos();
    rig.files.set('/videos.csv', `${dumpOf(6)}\n`);
    expect((await rig.read(id)).decisions).toEqual({ known: 4, blocked: 2 });
    expect(await videos()).toEqual(before);
  });

  test('does not import what is on the block list: an address, a player, an id', async () => {
    rig.files.set('/videos.csv', dumpOf(5));
    const id = await rig.addDump();
    for (const address of ['https://charts.test/watch/v0', 'https://player.test/embed/v1'])
      await sql`insert into blocked_addresses (hash, reason) values (${addressHash(address)}, 'A notice.')`.execute(
        rig.db,
      );
    await sql`insert into blocked_external_ids (source_id, external_id, reason) values (${id}, 'id-2', 'A notice.')`.execute(
      rig.db,
    );
    expect((await rig.read(id)).decisions).toEqual({ blocked: 3, new: 2 });
    expect((await videos()).map(({ external_id }) => external_id)).toEqual(['id-3', 'id-4']);
  });

  test('counts unusable lines by reason', async () => {
    const lines = [
      HEADER,
      lineOf(0),
      lineOf(1, { embed: 'https://elsewhere.test/embed/1' }).replace('charts.test', 'other.test'),
      lineOf(2, { embed: 'https://elsewhere.test/embed/2' }).replace('charts.test', 'other.test'),
      lineOf(3, { embed: 'javascript:alert(1)' }),
      lineOf(4, { title: '' }),
      'only|three|fields',
      `${lineOf(5)}|`,
      `${lineOf(6)}|more`,
      `id-7|${'x'.repeat(70_000)}`,
      lineOf(8, { title: 'Broken \ufffd text' }),
      lineOf(9, { embed: '<script src="https://player.test/embed/v9"></script>' }),
    ];
    rig.files.set('/videos.csv', lines.join('\r\n'));
    const run = await rig.read(await rig.addDump());
    expect(run).toMatchObject({ state: 'completed', lines: 11, badLines: 7 });
    expect(run.problems.map(({ message, count, line }) => [message, count, line])).toEqual([
      ['Its player is at elsewhere.test, which EMBED_PROVIDERS does not list.', 2, 3],
      ['It does not have the 9 columns of the layout.', 2, 7],
      ['It has no title.', 1, 6],
      ['It is too long.', 1, 10],
      ['It contains characters that are not in the character set.', 1, 11],
    ]);
    // Those without a usable player are known by their page at the provider.
    expect((await videos()).map(({ embed_url }) => embed_url)).toEqual(
      [0, 3, 5, 9].map((n) => `https://player.test/embed/v${n}`),
    );
  });

  test('stores nothing hostile, and never fails', async () => {
    const swapped = (n: number, from: string, to: string) => lineOf(n).replace(from, to);
    const lines = [
      HEADER,
      lineOf(0, { title: 'A \u202eslow\u0000 ring\u2066', tags: 'bl\u001fue,\u0007red' }),
      swapped(1, 'https://charts.test/watch/v1', 'javascript:alert(1)'),
      swapped(2, 'https://charts.test/watch/v2', 'data:text/html,<b>x</b>'),
      swapped(3, 'https://charts.test/watch/v3', 'https://10.0.0.1/watch/v3'),
      swapped(4, 'https://pictures.test/4.jpg', 'javascript:alert(1)'),
      swapped(5, 'https://pictures.test/5.jpg', 'https://user:secret@pictures.test/5.jpg'),
      swapped(6, '66', '9'.repeat(5000)),
      lineOf(7, { embed: '<iframe src="https://player.test@evil.test/embed/v7">' }),
      lineOf(8, { tags: Array.from({ length: 9000 }, (_, n) => `t${n}`).join(',') }),
      lineOf(9, { title: 'x'.repeat(50_000) }),
    ];
    rig.files.set('/videos.csv', lines.join('\n'));
    const run = await rig.read(await rig.addDump());
    expect(run).toMatchObject({ state: 'completed', lines: 10, badLines: 2, decisions: { new: 8 } });
    expect(run.problems[0]?.message).toBe('Its address is not an http or https address.');
    const stored = await videos();
    expect(stored[0]).toMatchObject({ title: 'A slow ring', tags: ['blue', 'red', 'Plasma'] });
    expect(JSON.stringify(stored)).not.toMatch(/javascript:|data:|evil|secret|\\u0000/);
    expect(stored.map(({ duration }) => duration)).toContain(0);
    const pictures = await rowsOf(sql<{ url: string }>`select url from source_pictures`);
    expect(pictures).toHaveLength(6);
    expect((await rig.site.client.videos.list()).pagination.totalVideos).toBe(8);
  });

  test('respects the daily quota, and continues with the next one', async () => {
    rig.files.set('/videos.csv', dumpOf(30));
    const id = await rig.addDump({ dailyQuota: 10 });
    expect((await rig.read(id)).decisions).toEqual({ new: 10, over_quota: 20 });
    await sql`update video_sources set daily_quota = 25`.execute(rig.db);
    expect(await rig.read(id)).toMatchObject({
      isUnchanged: false,
      decisions: { known: 10, new: 15, over_quota: 5 },
    });
  });

  test('is refused without a basis, and ends when it is withdrawn', async () => {
    rig.files.set('/videos.csv', dumpOf(3));
    const id = await rig.addDump({ basis: null });
    const refused = await rig.admin.dumps.start({ id }).catch((error) => error);
    expect(refused).toMatchObject({ status: 409, sentence: expect.stringContaining('No basis') });
    expect(await rig.read(id)).toMatchObject({ state: 'failed', error: expect.stringContaining('No basis') });
    expect(rig.asked).toEqual([]);
  });

  test('is imported again after the library was cleared, without conflicts', async () => {
    rig.files.set('/videos.csv', dumpOf(20));
    const id = await rig.addDump();
    await rig.read(id);
    await sql`update library set generation = generation + 1, cleared_at = clock_timestamp()`.execute(rig.db);
    await sql`update addresses set video_id = null`.execute(rig.db);
    rig.files.set('/videos.csv', `${dumpOf(20)}\n`);
    expect((await rig.read(id)).decisions).toEqual({ new: 20 });
    expect((await rowsOf(sql`select from videos where generation = library_generation()`)).length).toBe(20);
  });
});

describe('a dump of files', () => {
  const FILES = [
    'title;url;file;duration;tags',
    'A remote ring;https://films.test/1;https://films.test/1.mp4;12:34;"ring;blue"',
    'A second ring;https://films.test/2;https://films.test/2.mp4;PT1M;',
  ].join('\n');

  test.each(['hosted', 'remote'] as const)(
    'queues a download for each line of a %s source',
    async (delivery) => {
      rig.files.set('/videos.csv', FILES);
      const id = await rig.addDump({ delivery });
      expect((await rig.read(id)).decisions).toEqual({ new: 2 });
      const jobs = await rowsOf(sql<Record<string, unknown>>`
      select source_url, metadata from download_jobs order by source_url`);
      expect(jobs[0]).toEqual({
        source_url: 'https://films.test/1',
        metadata: {
          ...{ title: 'A remote ring', contentUrl: 'https://films.test/1.mp4' },
          ...{ durationSeconds: 754, tags: ['ring', 'blue'] },
        },
      });
      rig.files.set('/videos.csv', `${FILES}\n`);
      expect((await rig.read(id)).decisions).toEqual({ known: 2 });
      expect(await rowsOf(sql`select from download_jobs`)).toHaveLength(2);
    },
  );
});
