import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { LoggedRequest } from './hostile-site.ts';
import { bombOfSitemap, indexOf, SITEMAP_END, SITEMAP_START, urlsetOf } from './hostile-sitemaps.ts';
import { answerVideo, HOSTILE_VIDEOS } from './hostile-videos.ts';

export interface HostileContext {
  url: URL;
  origin: string;
  request: IncomingMessage;
  response: ServerResponse;
  logged: LoggedRequest;
  video: Buffer;
  robots: string;
}

interface HostileRoute {
  pattern: RegExp;
  answer(context: HostileContext): void;
}

/** The first match answers. */
export const hostileRoutes: readonly HostileRoute[] = [
  { pattern: /^\/robots\.txt$/, answer: (context) => sendPlain(context, 200, 'text/plain', context.robots) },
  { pattern: /^\/redirect-private$/, answer: (context) => redirect(context, 'http://10.0.0.1/') },
  {
    pattern: /^\/redirect-metadata$/,
    answer: (context) => redirect(context, 'http://169.254.169.254/latest/'),
  },
  { pattern: /^\/redirect-loop$/, answer: (context) => redirect(context, '/redirect-loop-back') },
  { pattern: /^\/redirect-loop-back$/, answer: (context) => redirect(context, '/redirect-loop') },
  { pattern: /^\/redirect-chain\/\d+$/, answer: redirectOnward },
  {
    pattern: /^\/redirect$/,
    answer: (context) => redirect(context, context.url.searchParams.get('to') ?? '/'),
  },
  { pattern: /^\/status\/\d{3}$/, answer: answerStatus },
  { pattern: /^\/never-headers$/, answer: () => undefined },
  { pattern: /^\/endless-headers$/, answer: answerEndlessHeaders },
  { pattern: /^\/coding\/bomb(?:-br)?$/, answer: answerCodedBomb },
  { pattern: /^\/coding\/[\w-]+$/, answer: answerCoded },
  { pattern: /^\/sitemap-bomb\.xml\.gz$/, answer: answerBomb },
  { pattern: /^\/sitemap-.*$/, answer: answerSitemap },
  {
    pattern: /^\/page-without-video$/,
    answer: (context) => sendPage(context, '<p>There is no video here.</p>'),
  },
  { pattern: /^\/watch\/[\w-]+$/, answer: answerWatchPage },
  { pattern: /\.mp4$/, answer: answerVideo },
];

export function sendPlain(
  { response, logged }: HostileContext,
  status: number,
  contentType: string,
  body: string | Buffer,
): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'content-type': contentType, 'content-length': bytes.length });
  logged.sentBytes += bytes.length;
  response.end(bytes);
}

function redirect({ response }: HostileContext, location: string): void {
  response.writeHead(302, { location, 'content-length': 0 }).end();
}

/** /redirect-chain/3 leads to /redirect-chain/2 and so on to /redirect-chain/0. */
function redirectOnward(context: HostileContext): void {
  const left = Number(context.url.pathname.split('/').at(-1));
  if (left === 0) sendPlain(context, 200, 'text/plain', 'The end of the chain.');
  else redirect(context, `/redirect-chain/${left - 1}`);
}

function answerStatus(context: HostileContext): void {
  const status = Number(context.url.pathname.slice(-3));
  context.response.setHeader('retry-after', '1');
  sendPlain(context, status, 'text/plain', 'As you asked.');
}

const CODED_TEXT = 'A text that is long enough to be cut in the middle. '.repeat(100);

/** The same text in every content coding, honest or not. */
function answerCoded(context: HostileContext): void {
  const packed = gzipSync(CODED_TEXT);
  const codings: Record<string, [string, Buffer]> = {
    gzip: ['gzip', packed],
    br: ['br', brotliCompressSync(CODED_TEXT)],
    deflate: ['deflate', deflateSync(CODED_TEXT)],
    'deflate-raw': ['deflate', deflateRawSync(CODED_TEXT)],
    empty: ['gzip', Buffer.alloc(0)],
    cut: ['gzip', packed.subarray(0, packed.length / 2)],
    broken: ['gzip', Buffer.from('This is not gzip at all.')],
    'broken-br': ['br', Buffer.from('This is not brotli at all.')],
    unknown: ['x-unheard-of', Buffer.from('Who knows?')],
  };
  const [coding, body] = codings[context.url.pathname.split('/').at(-1) ?? ''] ?? [
    'identity',
    Buffer.from(''),
  ];
  context.response.setHeader('content-encoding', coding);
  sendPlain(context, 200, 'text/plain', body);
}

/** Headers without end. */
function answerEndlessHeaders({ request, logged }: HostileContext): void {
  const { socket } = request;
  socket.on('error', () => undefined);
  socket.write('HTTP/1.1 200 OK\r\n');
  const more = () => {
    while (!socket.destroyed) {
      const line = `x-more-${logged.sentBytes}: ${'x'.repeat(1_000)}\r\n`;
      logged.sentBytes += line.length;
      if (!socket.write(line)) return;
    }
  };
  socket.on('drain', more);
  more();
}

/** 100 MB of zeros, compressed. */
function answerCodedBomb(context: HostileContext): void {
  const coding = context.url.pathname.endsWith('-br') ? 'br' : 'gzip';
  const nothing = Buffer.alloc(100_000_000);
  const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
  const packed = coding === 'br' ? brotliCompressSync(nothing, fast) : gzipSync(nothing, { level: 9 });
  context.response.setHeader('content-encoding', coding);
  sendPlain(context, 200, 'text/html', packed);
}

function* counted(chunks: Iterable<Buffer>, logged: LoggedRequest): Generator<Buffer> {
  for (const chunk of chunks) {
    logged.sentBytes += chunk.length;
    yield chunk;
  }
}

function answerBomb({ response, origin, logged }: HostileContext): void {
  response.writeHead(200, { 'content-type': 'application/gzip' });
  const stream = Readable.from(counted(bombOfSitemap(origin), logged), { objectMode: false });
  response.on('close', () => stream.destroy());
  stream.pipe(response);
}

function answerSitemap(context: HostileContext): void {
  const { origin, url } = context;
  const pages = (...paths: string[]) => urlsetOf(paths.map((path) => `${origin}${path}`));
  const index = (...files: string[]) => indexOf(files.map((file) => `${origin}/sitemap-${file}.xml`));
  const texts: Record<string, () => string> = {
    self: () => index('self', 'good'),
    'cycle-a': () => index('cycle-b'),
    'cycle-b': () => index('cycle-a', 'good'),
    good: () => pages('/watch/good', '/watch/video-half-then-resume'),
    watch: () => pages(...Object.keys(HOSTILE_VIDEOS).map((name) => `/watch/${name}`), '/page-without-video'),
    index: () => index('good', 'missing', 'broken', 'watch'),
    'deep-1': () => index('deep-2'),
    'deep-2': () => index('deep-3', 'good'),
    'deep-3': () => index('good'),
    broken: () => pages('/watch/good', '/watch/video-half').replace(/<\/url>\s*<\/urlset>/, '</urlset>'),
    entities: () => `${BILLION_LAUGHS}${pages('/watch/&d;')}`,
    'entity-in-text': () => pages('/watch/&nbsp;'),
    '50001': () => pages(...numbered(50_001)),
    html: () => '<!doctype html><html><head><title>Sorry</title></head><body>Nothing here.</body></html>',
    feed: () => '<?xml version="1.0"?><rss version="2.0"><channel></channel></rss>',
    empty: () => '',
    long: () => pages(`/watch/${'x'.repeat(2_000)}`, '/watch/good'),
    foreign: () => urlsetOf(['http://other.example/watch/1', `${origin}/watch/good`, 'ftp://x/', 'http://']),
    comment: () => `${SITEMAP_START}<!--${'x'.repeat(600_000)}-->${SITEMAP_END}`,
    nested: () => `${SITEMAP_START}${'<url>'.repeat(100_000)}`,
  };
  const name = /^\/sitemap-(.*)\.xml(?:\.gz)?$/.exec(url.pathname)?.[1] ?? '';
  const text = texts[name]?.();
  if (text === undefined) sendPlain(context, 404, 'text/plain', 'This sitemap does not exist.');
  else sendPlain(context, 200, 'application/xml', url.pathname.endsWith('.gz') ? gzipSync(text) : text);
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, number) => `/watch/number-${number}`);
}

const BILLION_LAUGHS = `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;">]>`;

function answerWatchPage(context: HostileContext): void {
  const name = context.url.pathname.split('/').at(-1) ?? '';
  const hostile = HOSTILE_VIDEOS[name];
  if (!hostile) {
    sendPlain(context, 404, 'text/html', '<h1>This page does not exist.</h1>');
    return;
  }
  const described = {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: `Test chart ${name}`,
    description: 'A test chart from a server that misbehaves.',
    duration: 'PT8S',
    keywords: ['test chart'],
    genre: 'Test charts',
    contentUrl: `${context.origin}${hostile.path}?edition=${name}`,
  };
  sendPage(context, `<script type="application/ld+json">${JSON.stringify(described)}</script>`);
}

function sendPage(context: HostileContext, body: string): void {
  const html = `<!doctype html><html lang="en"><head><title>A page</title></head><body>${body}</body></html>`;
  sendPlain(context, 200, 'text/html; charset=utf-8', html);
}
