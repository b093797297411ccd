import { createHash } from 'node:crypto';
import { ADMIN_PATTERNS, PAGE_PATTERNS } from '@vesper/contract';

export interface OldAddress {
  /** '' for all. */
  domain: string;
  /** In one spelling. */
  address: string;
}

const LONGEST = 2000;
/** No other site has these ids. */
const OWN_VIDEO = /^\/video\/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
/** The site answers everything below these itself. */
const OWN_FOLDERS = ['api', 'admin', 'assets', 'brand', 'embed', 'report', 'dmca', 'legal', '.well-known'];
const OWN_FILES =
  /^\/(?:robots\.txt|favicon\.ico|sitemap[^/]*\.xml|sitemaps\/.*|security\.txt|oembed|bot|healthz|readyz|metrics|transparency\.csv|site\.webmanifest|icon\.svg|[a-z0-9-]*icon[a-z0-9-]*\.png|media\/film\/.*|(?:.*\/)?feed\.(?:rss|atom))$/;
const OWN_PAGES = new Set<string>(
  [...Object.values(PAGE_PATTERNS), ...Object.values(ADMIN_PATTERNS)].filter(
    (pattern) => !pattern.includes(':'),
  ),
);

/** A path, or an address on one of our `domains`. A sentence if unusable, or if the site answers it itself. */
export function readOldAddress(text: string, domains: ReadonlySet<string>): OldAddress | string {
  const said = text.trim();
  const shown = said.slice(0, 100).toWellFormed();
  if (said.length > LONGEST) return `The old address "${shown}…" is longer than ${LONGEST} characters.`;
  const url = /^https?:\/\//i.test(said)
    ? URL.parse(said)
    : URL.parse(said.replace(/^\/*/, '/'), 'http://here');
  if (!url || said === '') return `The old address "${shown}" is not a valid address.`;
  const address = spelt(url.pathname, url.search);
  if (address.includes('\0')) return `The old address "${shown}" is not a valid address.`;
  const [path = ''] = address.split('?', 1);
  if (isOwn(path)) return `The old address "${shown}" is one that this site answers itself.`;
  const host = url.hostname === 'here' ? '' : url.hostname.toLowerCase();
  const domain = [host, host.replace(/^www\./, '')].find((name) => domains.has(name)) ?? '';
  return { domain, address };
}

/** The exact address first, then the one without query. Empty for what the site answers itself. */
export function keysOf(pathAndQuery: string): Buffer[] {
  const at = pathAndQuery.indexOf('?');
  const path = at < 0 ? pathAndQuery : pathAndQuery.slice(0, at);
  const exact = spelt(path, at < 0 ? '' : pathAndQuery.slice(at));
  const [plain = ''] = exact.split('?', 1);
  if (isOwn(plain)) return [];
  return [...new Set([exact, plain])].map(keyOf);
}

export function keyOf(address: string): Buffer {
  return createHash('sha256').update(address).digest();
}

/** Decoded, without a slash at the end. */
function spelt(path: string, search: string): string {
  const plain = decoded(path).replace(/\/+$/, '') || '/';
  return search.length > 1 ? `${plain}?${decoded(search.slice(1).replaceAll('+', ' '))}` : plain;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).normalize();
  } catch {
    return text;
  }
}

function isOwn(path: string): boolean {
  const [, folder = ''] = path.split('/', 2);
  return OWN_PAGES.has(path) || OWN_FOLDERS.includes(folder) || OWN_FILES.test(path) || OWN_VIDEO.test(path);
}
