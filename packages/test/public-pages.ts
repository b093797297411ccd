/** Everything found by following links, sitemaps and feeds. */
export interface PublicPages {
  /** By path, without ports and signatures. */
  pages: Map<string, string>;
  /** By address without signature. */
  media: Map<string, string>;
}

const BEGINNINGS = ['/', '/robots.txt', '/sitemap.xml', '/transparency', '/transparency.csv', '/feed.xml'];
const MOST_PAGES = 2000;
const SIGNED = /\/media\/[a-z]+\/[\w-]+\/(?:\d+|lasting)\/[\w-]+\//g;
const START_OF_SIGNATURE = /\[src\*="\/[\w-]{8}"\]/g;

export async function readPublicPages(url: string): Promise<PublicPages> {
  const { port, origin } = new URL(url);
  const found: PublicPages = { pages: new Map(), media: new Map() };
  const waiting = [...BEGINNINGS];
  async function readFile(path: string): Promise<void> {
    const name = withoutWhatDiffers(path, port);
    if (found.media.has(name)) return;
    const answer = await fetch(url + path);
    found.media.set(name, `${answer.status} ${await answer.text()}`);
  }
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
      const path = target.pathname + target.search;
      if (target.hostname !== new URL(origin).hostname) continue;
      if (target.pathname.startsWith('/media/')) await readFile(path);
      else if (!/^\/(?:api|admin|assets)\//.test(target.pathname)) waiting.push(path);
    }
  }
  return found;
}

export function linksIn(body: string): string[] {
  const found = [...body.matchAll(/(?:href|src|poster)="([^"]+)"|<(?:loc|link|guid)[^>]*>([^<]+)</g)];
  return found.map(([, attribute, element]) => (attribute ?? element ?? '').replaceAll('&amp;', '&'));
}

function withoutWhatDiffers(body: string, port: string): string {
  return withoutSignatures(body.replaceAll(port, 'PORT'));
}

export function withoutSignatures(body: string): string {
  return body
    .replaceAll(SIGNED, (address) => `${address.split('/').slice(0, 4).join('/')}/SIGNED/`)
    .replaceAll(START_OF_SIGNATURE, '[src*="/SIGNED"]');
}
