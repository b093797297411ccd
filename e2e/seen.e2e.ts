import { beforeAll, describe, expect, test, vi } from 'vitest';
import { CATEGORY } from '../packages/server/src/test/desk-factories.ts';
import { MANAGED } from './awkward-data.ts';
import { demoSite } from './demo.ts';
import { type Visit, type Walk, walkSite } from './walk.ts';

const { site, awkward } = await demoSite();

const MOST_LINKS = 4;

let walk: Walk;
/** Ids of videos that other tests add for the back office, without files, and take away again. */
let strangers: string[];

async function takeWalk(): Promise<void> {
  walk = await walkSite(site);
  strangers = [];
  for (const category of [MANAGED, CATEGORY]) {
    const list = await fetch(`${site}/api/videos?${new URLSearchParams({ category, limit: '100' })}`);
    const { videos } = (await list.json()) as { videos: { id: string }[] };
    strangers.push(...videos.map(({ id }) => id));
  }
}

beforeAll(async () => {
  // Which sitemaps of keywords there are is held for half a minute.
  const isListed = async () =>
    (await (await fetch(`${site}/sitemap.xml`)).text()).includes('/sitemap-keywords-de-1.xml');
  await vi.waitUntil(isListed, { timeout: 60_000, interval: 500 });
  await takeWalk();
});

/** Other tests change the site meanwhile: what is wrong must still be wrong in a second walk. */
async function faults(find: () => string[]): Promise<string[]> {
  if (find().length > 0) await takeWalk();
  return find();
}

const isOurs = ([address]: [string, Visit]) => !strangers.some((id) => address.includes(id));
const pages = () => [...walk.pages].filter(isOurs);
const files = () => [...walk.files].filter(isOurs);
const indexable = () => pages().filter(([, { isIndexable }]) => isIndexable);
const told = (entries: [string, Visit][]) =>
  entries.map(([address, { status, from }]) => `${address} from ${from}: ${status}`);

describe('a crawler that begins at robots.txt', () => {
  test('finds pages of every kind', () => {
    const kinds = indexable().map(([address]) =>
      new URL(address).pathname.replace(/^\/(video|category|legal|en|de)\/.*/, '/$1/…'),
    );
    expect(new Set(kinds)).toEqual(
      new Set([
        ...['/', '/video/…', '/category/…', '/en/…', '/de/…', '/legal/…', '/terms', '/privacy-policy'],
        ...['/dmca', '/dmca/submit', '/report', '/transparency', '/help', '/contact'],
      ]),
    );
    expect(kinds.length).toBeGreaterThan(220);
    expect(walk.files.size).toBeGreaterThan(1000);
  });

  test('finds no page that does not answer 200, but the back office’s, which asks to sign in', async () => {
    const dead = () => pages().filter(([, { status }]) => status !== 200);
    expect(
      await faults(() => told(dead().filter(([address]) => address !== `${walk.origin}/admin`))),
    ).toEqual([]);
    expect(walk.pages.get(`${walk.origin}/admin`)).toMatchObject({ status: 302, location: '/admin/login' });
  });

  test('finds no file that does not answer, but the picture that is missing, and films, which are for verified ones', async () => {
    const dead = () =>
      files().filter(([address, { status }]) => status !== 200 && !address.includes(awkward.pictureless));
    const isLasting = ([address, { status }]: [string, Visit]) =>
      /\/media\/film\//.test(address) && status === 403;
    expect(await faults(() => told(dead().filter((file) => !isLasting(file))))).toEqual([]);
  });

  test('finds every page that it may index canonical to itself', async () => {
    expect(
      await faults(() =>
        indexable().flatMap(([address, { page }]) =>
          page?.canonical === address ? [] : `${address} names ${page?.canonical}`,
        ),
      ),
    ).toEqual([]);
  });

  test('finds a page in the sitemaps exactly if it may index it', async () => {
    expect(
      await faults(() =>
        pages().flatMap(([address, { isIndexable }]) =>
          isIndexable === walk.listed.has(address) ? [] : `${address} may be indexed: ${isIndexable}`,
        ),
      ),
    ).toEqual([]);
  });

  test('needs at most four links from home to any page that it may index', async () => {
    expect(
      await faults(() =>
        indexable().flatMap(([address, { depth = Number.POSITIVE_INFINITY }]) =>
          depth <= MOST_LINKS ? [] : `${address} is ${depth} links away`,
        ),
      ),
    ).toEqual([]);
  });
});
