import { PAGE_PATTERNS, type TargetShape } from '@vesper/contract';
import { withoutWww } from '@vesper/core/http/origin.ts';
import { percentDecoded } from '@vesper/core/lib/text/percent-decoded.ts';

export interface ReadAddress {
  /** Lower case, without port and final dot. */
  hostname: string;
  shape: Exclude<TargetShape, 'given' | 'merged'>;
  videoId: string | null;
  keyword: { lang: string; slug: string } | null;
  /** As written: it may belong to an imported site. */
  pathAndQuery: string;
}

const ID = '([\\w-]{1,100})';
/** Signatures are ignored: the address may be old. */
const VIDEO_PATHS: readonly [shape: 'page' | 'embed' | 'media', path: RegExp][] = [
  ['page', pathOf(PAGE_PATTERNS.video)],
  ['embed', pathOf(PAGE_PATTERNS.embed)],
  ['media', new RegExp(`^/media/(?:play|thumbnail|preview)/${ID}/[^/]+/[^/]+/[^/]+$`)],
  ['media', new RegExp(`^/media/film/${ID}/[^/]+$`)],
  ['page', new RegExp(`^/api/videos/${ID}(?:/[\\w-]+)*$`)],
];

const KEYWORD_PATH = /^\/(?!api\/)([a-z]{2,3}(?:-[a-z0-9]{2,8})*)\/([^/]{1,200})$/i;

/** With or without a scheme; undefined if invalid. The caller checks the host. */
export function readAddress(written: string): ReadAddress | undefined {
  const text = written.trim();
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (!url?.hostname.includes('.') && url?.hostname !== 'localhost') return undefined;
  const hostname = url.hostname.replace(/\.$/, '');
  const path = percentDecoded(url.pathname).replace(/(?<=.)\/$/, '');
  const shown = path === '/oembed' ? url.searchParams.get('url') : null;
  // Follows addresses of our page descriptions (oEmbed).
  const inner = shown === null ? undefined : URL.parse(shown, url);
  const named = inner && withoutWww(inner.hostname) === withoutWww(url.hostname);
  const pathAndQuery = url.pathname + url.search;
  return { hostname, pathAndQuery, ...readPath(named ? percentDecoded(inner.pathname) : path) };
}

function readPath(path: string): Omit<ReadAddress, 'hostname' | 'pathAndQuery'> {
  for (const [shape, pattern] of VIDEO_PATHS) {
    const videoId = pattern.exec(path)?.[1];
    if (videoId) return { shape, videoId, keyword: null };
  }
  const [, lang, slug] = KEYWORD_PATH.exec(path) ?? [];
  if (lang && slug) return { shape: 'keyword', videoId: null, keyword: { lang, slug } };
  return { shape: 'other', videoId: null, keyword: null };
}

function pathOf(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(':id', ID)}$`);
}
