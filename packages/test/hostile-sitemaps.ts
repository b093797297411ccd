import { gzipSync } from 'node:zlib';

const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"';

export const SITEMAP_START = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACES}>\n`;
export const SITEMAP_END = '</urlset>\n';

/** The addresses are not escaped. */
export function urlsetOf(addresses: readonly string[]): string {
  const entries = addresses.map((address) => `<url><loc>${address}</loc></url>\n`);
  return `${SITEMAP_START}${entries.join('')}${SITEMAP_END}`;
}

export function indexOf(addresses: readonly string[]): string {
  const entries = addresses.map((address) => `<sitemap><loc>${address}</loc></sitemap>\n`);
  return `<?xml version="1.0"?>\n<sitemapindex ${NAMESPACES}>\n${entries.join('')}</sitemapindex>\n`;
}

/** 300 KB of gzip that unpack to a well-formed sitemap of 300 MB. */
export function* bombOfSitemap(origin: string): Generator<Buffer> {
  yield gzipSync(`${SITEMAP_START}<url><loc>${origin}/watch/good</loc></url>`);
  const blank = `${' '.repeat(99_999)}\n`;
  const member = gzipSync(`<url><loc>${origin}/watch/bomb</loc></url>${blank}`.repeat(100), { level: 9 });
  for (let number = 0; number < 30; number += 1) yield member;
  yield gzipSync(SITEMAP_END);
}
