import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { basename, extname, join } from 'node:path';
import { type Client, createClient } from '@vesper/contract';
import type { RenderedPage } from '../src/entry-server.tsx';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { createFakeApi, type FakeApi } from './fake-api.ts';
import { pagePolicy } from './page-policy.ts';

/** The built web on loopback, with an API that answers from memory. `npm run build` comes first. */
export interface Harness {
  origin: string;
  api: FakeApi;
  catalogue: Catalogue;
  /** Delay of each API answer. */
  delayMs: number;
  requests: string[];
  /** The clip answers 404. */
  isClipGone: boolean;
  /** The fields of each posted form. */
  posted: Record<string, string>[];
  /** Beginnings of expired media addresses. */
  expired: Set<string>;
  close: () => Promise<void>;
}

type Render = (request: {
  url: string;
  origin: string;
  client: Client;
  assets: unknown;
  embedAssets: unknown;
  refused?: Refused;
}) => Promise<RenderedPage>;

/** As in core/server/http/page-forms.ts. */
interface Refused {
  fields: Record<string, string>;
  message: string;
  problems: Record<string, string>;
}

const MANIFEST_TYPE = { 'content-type': 'application/manifest+json' };
const MANIFEST = JSON.stringify({ name: 'Vesper', start_url: '/', display: 'standalone' });
const DIST = join(import.meta.dirname, '../dist');
const CONTENT_TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.mp4': 'video/mp4',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.vtt': 'text/vtt',
  '.jpg': 'image/jpeg',
};

/** `media` is a folder of `makeMedia`. */
export async function startHarness({ media, port = 0 }: { media: string; port?: number }): Promise<Harness> {
  const catalogue = createCatalogue();
  const api = createFakeApi(catalogue);
  // Longer than a test: a request on a connection that the server is closing fails.
  const server = createServer({ keepAliveTimeout: 120_000 });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The harness has no port.');
  const harness: Harness = {
    api,
    catalogue,
    origin: `http://127.0.0.1:${address.port}`,
    delayMs: 0,
    requests: [],
    isClipGone: false,
    posted: [],
    expired: new Set(),
    close: () => closeServer(server),
  };
  const showPage = await pageHandler(harness);
  server.on('request', (request, response) => {
    const path = new URL(request.url ?? '/', harness.origin).pathname;
    harness.requests.push(request.url ?? '/');
    if (path.startsWith('/api/')) void showApi(harness, request, response);
    else if (path.startsWith('/assets/'))
      sendFile(response, join(DIST, 'client', path.slice('/assets/'.length)));
    else if ([...harness.expired].some((beginning) => path.startsWith(beginning)))
      response.writeHead(403).end();
    else if (path.startsWith('/media/')) sendMedia(harness, request, response, join(media, basename(path)));
    else if (path === '/site.webmanifest') response.writeHead(200, MANIFEST_TYPE).end(MANIFEST);
    else if (/^\/(favicon|apple-touch-icon)/.test(path)) response.writeHead(204).end();
    else void showPage(request, response);
  });
  return harness;
}

async function pageHandler(harness: Harness) {
  const bundle = await import(join(DIST, 'server/entry-server.js'));
  const manifest = JSON.parse(readFileSync(join(DIST, 'client/.vite/manifest.json'), 'utf8'));
  const assets = bundle.assetsFromManifest(manifest);
  const embedManifest = JSON.parse(readFileSync(join(DIST, 'client/embed/.vite/manifest.json'), 'utf8'));
  const embedAssets = bundle.embedAssetsFromManifest(embedManifest);
  const render: Render = bundle.renderPage;
  const client = createClient(harness.api.transport);
  return async (request: IncomingMessage, response: ServerResponse) => {
    const refused = request.method === 'POST' ? await refuseAll(harness, request) : undefined;
    const page = await render({
      ...(refused ? { refused } : {}),
      url: request.url ?? '/',
      origin: harness.origin,
      client,
      assets,
      embedAssets,
    });
    response.writeHead(page.status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy({ scripts: page.cspScriptHashes, styles: page.cspStyleHashes }),
    });
    response.end(page.html);
  };
}

/** Refuses every posted form: its first field is wrong. */
async function refuseAll(harness: Harness, request: IncomingMessage): Promise<Refused> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString()));
  harness.posted.push(fields);
  const [first = ''] = Object.keys(fields);
  return { fields, message: 'It was refused.', problems: { [first]: 'Please look at this' } };
}

async function showApi(harness: Harness, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const method = request.method === 'POST' ? 'POST' : 'GET';
  await new Promise((resolve) => setTimeout(resolve, harness.delayMs));
  const { status, bodyText } = harness.api.answer({ method, url: request.url ?? '/' });
  response.writeHead(status, { 'content-type': 'application/json' }).end(bodyText);
}

function sendFile(response: ServerResponse, file: string): void {
  if (!existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': CONTENT_TYPES[extname(file)] ?? 'application/octet-stream' });
  response.end(readFileSync(file));
}

function sendMedia(harness: Harness, request: IncomingMessage, response: ServerResponse, file: string): void {
  const picture = /picture-(\d+)\.svg$/.exec(file);
  if (picture) {
    const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'private, max-age=86400' };
    response.writeHead(200, headers).end(drawPicture(Number(picture[1])));
  } else if (file.endsWith('.mp4') && !harness.isClipGone && existsSync(file)) {
    sendRange(request, response, readFileSync(file));
  } else if (file.endsWith('.mp4')) {
    response.writeHead(404).end();
  } else {
    sendFile(response, file);
  }
}

function sendRange(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const start = range ? Number(range[1]) : 0;
  const end = range?.[2] ? Math.min(Number(range[2]), body.length - 1) : body.length - 1;
  response.writeHead(range ? 206 : 200, {
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(range ? { 'content-range': `bytes ${start}-${end}/${body.length}` } : {}),
  });
  response.end(body.subarray(start, end + 1));
}

function drawPicture(seed: number): string {
  const hue = (seed * 47) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360"><rect width="640" height="360" fill="hsl(${hue} 55% 30%)"/><circle cx="320" cy="180" r="120" fill="hsl(${hue + 70} 60% 52%)"/></svg>`;
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
