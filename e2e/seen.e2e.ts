import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CATEGORY } from '../packages/server/src/test/desk-factories.ts';
import { startDnsServer, type TestDnsServer } from '../packages/server/src/test/dns-server.ts';
import { MANAGED } from './awkward-data.ts';
import { demoSite } from './demo.ts';
import { startLaterSite } from './later-site.ts';
import { likeness, shinglesOf } from './shingles.ts';
import { type Visit, type Walk, walkSite } from './walk.ts';

const { site, dataDir, awkward } = await demoSite();

/** Parts of two pages' words that may be the same. */
const MOST_ALIKE = 0.9;
const MOST_LINKS = 4;
const LATER_DAYS = 400;

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

  test('finds no two pages to index that say nearly the same', async () => {
    expect(
      await faults(() => {
        const texts = indexable().map(
          ([address, { page }]) => [address, shinglesOf(page?.text ?? '')] as const,
        );
        return texts.flatMap(([one, words], index) =>
          texts
            .slice(0, index)
            .filter(([, others]) => likeness(words, others) > MOST_ALIKE)
            .map(([other]) => `${one} is like ${other}`),
        );
      }),
    ).toEqual([]);
  });
});

describe(`${LATER_DAYS} days later`, () => {
  const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';
  const [CRAWLER, LIAR] = ['192.0.2.1', '198.51.100.2'];
  let dns: TestDnsServer;
  let later: Awaited<ReturnType<typeof startLaterSite>>;
  beforeAll(async () => {
    const name = 'crawl-192-0-2-1.googlebot.com';
    dns = await startDnsServer({
      names: { [CRAWLER]: [name], [LIAR]: [name] },
      addresses: { [name]: [CRAWLER] },
    });
    later = await startLaterSite(dataDir, { days: LATER_DAYS, dnsServers: [dns.server] });
  });
  afterAll(async () => {
    await later.close();
    await dns.close();
  });

  /** The path of an address of ours, asked of the site as it will be. */
  async function statusOf(address: string, userAgent: string, visitor: string): Promise<number> {
    const { pathname, search } = new URL(address);
    const headers = { 'user-agent': userAgent, 'x-forwarded-for': visitor };
    const response = await fetch(later.url + pathname + search, {
      method: 'HEAD',
      headers,
      redirect: 'manual',
    });
    return response.status;
  }

  const FILMS = /"contentUrl":"([^"]+)"/g;
  const REST = /"(?:thumbnailUrl|embedUrl|og:video|og:image|twitter:image)":\[?"([^"]+)"/g;

  /** What structured data and Open Graph of the pages name. */
  function named(pattern: RegExp): string[] {
    const addresses = indexable().flatMap(([, { page }]) => {
      const text = JSON.stringify([...(page?.things ?? []), Object.fromEntries(page?.metas ?? [])]);
      return [...text.matchAll(pattern)].map(([, address]) => address ?? '');
    });
    return [...new Set(addresses)].filter(
      (address) => address.startsWith(walk.origin) && !address.includes(awkward.pictureless),
    );
  }

  test('pictures that pages show, and addresses in their structured data, still answer', async () => {
    const shown = files().map(([address]) => address);
    const pictures = shown.filter((address) => /\/media\/(?:thumbnail|preview)\//.test(address));
    const addresses = [
      ...named(REST),
      ...pictures.filter((address) => !address.includes(awkward.pictureless)),
    ];
    expect(addresses.length).toBeGreaterThan(500);
    const dead: string[] = [];
    for (const address of addresses) {
      const status = await statusOf(address, BROWSER, '203.0.113.7');
      if (status !== 200) dead.push(`${address}: ${status}`);
    }
    expect(dead).toEqual([]);
  });

  test('films answer a crawler that is verified, and nobody else', async () => {
    const films = named(FILMS);
    expect(films.length).toBeGreaterThan(200);
    const answers = new Set<string>();
    for (const film of films) {
      answers.add(`verified: ${await statusOf(film, GOOGLE, CRAWLER)}`);
      answers.add(`only claims it: ${await statusOf(film, GOOGLE, LIAR)}`);
      answers.add(`claims nothing: ${await statusOf(film, BROWSER, CRAWLER)}`);
    }
    expect([...answers].sort()).toEqual(['claims nothing: 403', 'only claims it: 403', 'verified: 200']);
  });
});
