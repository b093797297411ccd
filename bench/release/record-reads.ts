import { pageHref } from '@vesper/contract';
import pg from 'pg';
import type { Read } from '../../packages/test/releases.ts';
import type { TestSite } from '../../packages/test/site.ts';

/** More of the same text with other values add little. */
const MOST_OF_A_TEXT = 3;

/** Opens every kind of visitors' pages and files, and returns the read-only queries that answered them. */
export async function recordReads(site: TestSite): Promise<Read[]> {
  const addresses = await addressesOf(site);
  const asked = recordQueries();
  try {
    for (const address of addresses) await open(site.url + address);
  } finally {
    asked.stop();
  }
  return onlyReading(site, fewOfEach(asked.queries));
}

async function open(url: string): Promise<void> {
  const response = await fetch(url, { redirect: 'manual' });
  await response.arrayBuffer();
  if (response.status >= 400) throw new Error(`${url} answered ${response.status}.`);
}

async function addressesOf({ base: { db } }: TestSite): Promise<string[]> {
  const published = db.selectFrom('videos').where('status', '=', 'published').orderBy('id').limit(3);
  const videos = await published.select(['id', 'title', 'tags']).execute();
  const categories = await db
    .selectFrom('categories')
    .select('slug')
    .orderBy('video_count', 'desc')
    .limit(2)
    .execute();
  const keywords = await db
    .selectFrom('keywords')
    .select('slug')
    .where('language_code', '=', 'en')
    .where('enabled', '=', true)
    .orderBy('slug')
    .limit(2)
    .execute();
  const merged = await db.selectFrom('video_redirects').select('from_id').execute();
  const words = videos.map(({ title }) => title.split(' ')[0]?.toLowerCase() ?? '');
  const tag = encodeURIComponent(videos[0]?.tags[0] ?? '');
  const searches = [words[0], `${words[0]} ${words[1]}`, words[2]?.slice(0, 3), `${words[1]}x`];
  const sorts = ['views', 'longest', 'shortest'];
  return [
    ...['/', '/?page=2', `/?tag=${tag}`, '/?duration=medium&quality=hd', `/?tag=${tag}&date=year&sort=views`],
    ...sorts.map((sort) => `/?sort=${sort}`),
    ...searches.flatMap((text) => [
      `/?search=${encodeURIComponent(text ?? '')}`,
      `/api/search/suggest?text=${encodeURIComponent(text ?? '')}`,
    ]),
    `/?search=${words[0]}&sort=views&quality=hd`,
    ...categories.flatMap(({ slug }) => [
      ...[pageHref.category(slug), `${pageHref.category(slug)}?page=2`],
      ...sorts.map((sort) => `${pageHref.category(slug)}?sort=${sort}`),
    ]),
    ...videos.flatMap(({ id }) => [
      ...[pageHref.video(id), pageHref.embed(id), `/api/videos/${id}`, `/api/videos/${id}/related`],
      `/api/videos/${id}/signed-url`,
    ]),
    ...merged.map(({ from_id }) => pageHref.video(from_id)),
    ...keywords.map(({ slug }) => pageHref.keyword('en', slug)),
    ...['/api/videos', '/api/videos?page=3', '/api/categories', '/api/domain-config', '/api/keyword-links'],
    ...[pageHref.keywordIndex(), '/transparency', '/transparency.csv', '/feed.rss', '/feed.atom'],
    ...['/robots.txt', '/sitemap.xml'],
  ];
}

/** Records every query of this process, with its values. */
function recordQueries() {
  const queries: Read[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function record(this: pg.Client, ...given: unknown[]) {
    const [asked, values] = given as [string | Read, unknown[] | undefined];
    if (typeof asked === 'string') queries.push({ text: asked, values: values ?? [] });
    else if (typeof asked.text === 'string')
      queries.push({ text: asked.text, values: asked.values ?? values ?? [] });
    return query.apply(this, given as never) as never;
  } as typeof query;
  return {
    queries,
    stop() {
      pg.Client.prototype.query = query;
    },
  };
}

function fewOfEach(queries: Read[]): Read[] {
  const found = new Map<string, Map<string, Read>>();
  for (const { text, values } of queries) {
    // The queue's own tables are pg-boss's business.
    if (!/^\W*(?:prepared\W*)?(?:select|with)\b/i.test(text) || /\bjobs\./.test(text)) continue;
    const of = found.get(text) ?? new Map<string, Read>();
    if (of.size < MOST_OF_A_TEXT) of.set(JSON.stringify(values), { text, values: values.map(asJson) });
    found.set(text, of);
  }
  return [...found.values()].flatMap((of) => [...of.values()]);
}

/** In a form that both JSON and the database accept. */
function asJson(value: unknown): unknown {
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value;
}

async function onlyReading({ connection }: TestSite, queries: Read[]): Promise<Read[]> {
  const client = new pg.Client(connection);
  await client.connect();
  const reads: Read[] = [];
  try {
    for (const read of queries) {
      await client.query('begin read only');
      const isRead = await client.query(read.text, JSON.parse(JSON.stringify(read.values))).then(
        () => true,
        () => false,
      );
      await client.query('rollback');
      if (isRead) reads.push(read);
    }
  } finally {
    await client.end();
  }
  return reads;
}
