import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DumpRig, startDumpRig } from '../../../test/dump-rig.ts';

let rig: DumpRig;
beforeAll(async () => {
  rig = await startDumpRig();
});
beforeEach(async () => {
  rig.files.clear();
  for (const table of ['videos', 'video_sources', 'addresses', 'download_jobs', 'category_rules'])
    await sql`delete from ${sql.table(table)}`.execute(rig.db);
});
afterAll(() => rig.close());

interface Line {
  id: string;
  url: string;
  title: string;
  description: string;
  tags: string;
  category: string;
  seconds: string;
}

const lineOf = (n: number, changes: Partial<Line> = {}): string => {
  const line = {
    ...{ id: `id-${n}`, url: `https://charts.test/watch/v${n}`, title: `Slow ring ${n}` },
    ...{ description: 'It turns.', tags: 'ring,blue', category: 'Rings', seconds: '60', ...changes },
  };
  const { id, url, title, description, tags, category, seconds } = line;
  return [id, url, `https://player.test/embed/v${n}`, title, description, tags, category, seconds].join('|');
};

const HEADER = 'id|url|embed|title|description|tags|categories|duration';
const dumpOf = (...lines: string[]) => [HEADER, ...lines].join('\n');

/** Reads a dump, and that same dump again, which must change nothing. */
async function readTwice(sourceId: string, dump: string) {
  rig.files.set('/videos.csv', dump);
  const run = await rig.read(sourceId);
  const before = await versions();
  rig.files.set('/videos.csv', `${dump}\n`);
  expect(await rig.read(sourceId)).toMatchObject({ isUnchanged: false, changed: 0 });
  expect(await versions()).toEqual(before);
  return run;
}

const versions = async () =>
  (await sql`select id, xmin::text, version from videos order by id`.execute(rig.db)).rows;

async function videoOf(n: number) {
  const { rows } = await sql<Record<string, unknown> & { id: string }>`
    select id, title, slug, description, tags, category, duration from videos where external_id = ${`id-${n}`}`.execute(
    rig.db,
  );
  if (!rows[0]) throw new Error(`There is no video of id-${n}.`);
  return rows[0];
}

const titles = async (query: object) =>
  (await rig.site.client.videos.list(query)).videos.map(({ title }) => title).sort();

test('a video follows its line in lists, counts, tags and search, and loses stale translations', async () => {
  const sourceId = await rig.addDump();
  expect(await readTwice(sourceId, dumpOf(lineOf(0), lineOf(1)))).toMatchObject({ changed: 0 });
  const { id } = await videoOf(0);
  await sql`insert into video_translations (video_id, language_code, title, description, text_hash)
    values (${id}, 'es', 'Anillo lento', 'Gira.', sha256('of the former words'))`.execute(rig.db);
  const changes = {
    ...{ title: 'Golden wave', description: 'It rolls.', tags: 'wave,gold' },
    ...{ category: 'Waves', seconds: '1:30' },
  };
  const run = await readTwice(sourceId, dumpOf(lineOf(0, changes), lineOf(1)));
  expect(run).toMatchObject({ decisions: { known: 2 }, changed: 1 });
  expect(await videoOf(0)).toEqual({
    ...{ id, title: 'Golden wave', slug: 'golden-wave', description: 'It rolls.' },
    ...{ tags: ['wave', 'gold'], category: 'Waves', duration: 90 },
  });
  expect(await titles({ search: 'golden rolls' })).toEqual(['Golden wave']);
  expect(await titles({ search: 'slow ring' })).toEqual(['Slow ring 1']);
  expect(await titles({ tag: 'gold' })).toEqual(['Golden wave']);
  expect(await titles({ category: 'Waves' })).toEqual(['Golden wave']);
  const categories = await rig.site.client.categories.list();
  const counts = Object.fromEntries(categories.map(({ name, videoCount }) => [name, videoCount]));
  expect(counts).toMatchObject({ Rings: 1, Waves: 1 });
  expect((await sql`select from video_translations`.execute(rig.db)).rows).toHaveLength(0);
});

test('an administrator’s changes stay, field by field', async () => {
  const sourceId = await rig.addDump();
  await readTwice(sourceId, dumpOf(lineOf(0)));
  const { id } = await videoOf(0);
  const { version } = await rig.admin.catalogue.get({ id });
  await rig.admin.catalogue.change({ id, version, title: 'Our own words', tags: ['ours'] });
  const run = await readTwice(
    sourceId,
    dumpOf(lineOf(0, { title: 'Theirs', tags: 'theirs', seconds: '70' })),
  );
  expect(run.changed).toBe(1);
  expect(await videoOf(0)).toMatchObject({ title: 'Our own words', tags: ['ours'], duration: 70 });
});

test('fields missing from a line stay; so does a video that is not public', async () => {
  const sourceId = await rig.addDump();
  await readTwice(sourceId, dumpOf(lineOf(0), lineOf(1)));
  const before = await videoOf(0);
  await rig.admin.catalogue.act({ id: (await videoOf(1)).id, act: 'hide' });
  const silent = { description: '', tags: '', category: '', seconds: '' };
  const run = await readTwice(sourceId, dumpOf(lineOf(0, silent), lineOf(1, { title: 'Another' })));
  expect(run.changed).toBe(0);
  expect(await videoOf(0)).toEqual(before);
  expect(await videoOf(1)).toMatchObject({ title: 'Slow ring 1' });
});

test('the first line about a video wins, even in another batch or under another address', async () => {
  const sourceId = await rig.addDump();
  const lines = [
    lineOf(0),
    lineOf(0, { title: 'A second name', category: 'Waves' }),
    lineOf(0, { title: 'A third name', url: 'https://charts.test/watch/other' }),
  ];
  const far = Array.from({ length: 2000 }, (_, n) => lineOf(n + 1));
  expect(
    await readTwice(sourceId, dumpOf(...lines, ...far, lineOf(0, { title: 'A last name' }))),
  ).toMatchObject({
    changed: 0,
  });
  expect(await videoOf(0)).toMatchObject({ title: 'Slow ring 0', category: 'Rings' });
});

test('a video is known by its id if its address has changed with its title', async () => {
  const sourceId = await rig.addDump();
  await readTwice(sourceId, dumpOf(lineOf(0)));
  const moved = lineOf(0, { title: 'Golden wave', url: 'https://charts.test/watch/golden-wave' });
  expect(await readTwice(sourceId, dumpOf(moved))).toMatchObject({ changed: 1 });
  expect(await videoOf(0)).toMatchObject({ title: 'Golden wave' });
});

test('rules about categories and tags hold for changed words, and change nothing by themselves', async () => {
  const sourceId = await rig.addDump();
  await readTwice(sourceId, dumpOf(lineOf(0)));
  const { categories } = await rig.admin.topics.get();
  const rings = categories.find(({ name }) => name === 'Rings');
  await rig.admin.topics.renameCategory({ id: rings?.id ?? '', name: 'Circles' });
  const run = await readTwice(sourceId, dumpOf(lineOf(0)));
  expect(run.changed).toBe(0);
  expect(await videoOf(0)).toMatchObject({ category: 'Circles' });
});
