/** Everything that visitors of a site can find by following its links, its sitemaps and its feeds. */
export interface PublicPages {
  /** By path; without what differs between two sites with the same rows: port, signed addresses, proofs of forms. */
  pages: Map<string, string>;
  /** Signed addresses of files. */
  media: Set<string>;
}

const BEGINNINGS = ['/', '/robots.txt', '/sitemap.xml', '/transparency', '/transparency.csv', '/feed.xml'];
const MOST_PAGES = 2000;
const SIGNED = /\/media\/[a-z]+\/[\w-]+\/(?:\d+|lasting)\/[\w-]+\//g;

export async function readPublicPages(url: string): Promise<PublicPages> {
  const { port, origin } = new URL(url);
  const found: PublicPages = { pages: new Map(), media: new Set() };
  const waiting = [...BEGINNINGS];
  while (waiting.length > 0) {
    const path = waiting.shift() ?? '';
    if (found.pages.has(path)) continue;
    if (found.pages.size >= MOST_PAGES) throw new Error('The site has more pages than this test follows.');
    const answer = await fetch(url + path, { redirect: 'manual' });
    const body = await answer.text();
    found.pages.set(path, `${answer.status} ${withoutWhatDiffers(body, port)}`);
    for (const link of linksIn(body)) {
      if (!URL.canParse(link, origin)) continue;
      const target = new URL(link, origin);
      if (target.hostname !== new URL(origin).hostname) continue;
      if (target.pathname.startsWith('/media/')) found.media.add(target.pathname + target.search);
      else if (!/^\/(?:api|admin|assets)\//.test(target.pathname))
        waiting.push(target.pathname + target.search);
    }
  }
  return found;
}

function linksIn(body: string): string[] {
  const found = [...body.matchAll(/(?:href|src|poster)="([^"]+)"|<(?:loc|link|guid)[^>]*>([^<]+)</g)];
  return found.map(([, attribute, element]) => (attribute ?? element ?? '').replaceAll('&amp;', '&'));
}

function withoutWhatDiffers(body: string, port: string): string {
  return body
    .replaceAll(port, 'PORT')
    .replaceAll(SIGNED, (address) => `${address.split('/').slice(0, 4).join('/')}/SIGNED/`);
}
