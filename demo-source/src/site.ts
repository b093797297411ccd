import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance } from 'fastify';
import type { Clip } from './clip.ts';
import { clipNames } from './clips.ts';
import { aboutPage, homePage, watchPage } from './pages.ts';
import { sitemapChild, sitemapIndex } from './sitemaps.ts';

export interface DemoSourceOptions {
  readonly directory: string;
  readonly clips: readonly Clip[];
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Sends each video no faster than this, so that a transfer can be interrupted. */
  readonly throttleBytesPerSecond?: number;
}

export interface DemoSource {
  /** The origin, without a trailing slash. */
  readonly url: string;
  /** Oldest first; `path` includes the query. */
  readonly requests: readonly { path: string; headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

const SIMILAR_CLIPS = 6;
const HTML = 'text/html; charset=utf-8';

export async function startDemoSource(options: DemoSourceOptions): Promise<DemoSource> {
  const app = fastify({ forceCloseConnections: true });
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  app.addHook('onRequest', async ({ url, headers }) => {
    requests.push({ path: url, headers });
  });
  await addFiles(app, options);
  addPages(app, options.clips);
  await app.listen({ port: options.port ?? 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, close: () => app.close() };
}

async function addFiles(
  app: FastifyInstance,
  { directory, clips, throttleBytesPerSecond }: DemoSourceOptions,
): Promise<void> {
  await app.register(fastifyStatic, { root: resolve(directory), serve: false });
  for (const clip of clips) {
    const { video, thumbnail } = clipNames(clip);
    app.get(`/thumbs/${clip.slug}.jpg`, (_, reply) => reply.sendFile(thumbnail));
    app.get(`/media/${clip.slug}.mp4`, (_, reply) => reply.sendFile(video));
  }
  if (throttleBytesPerSecond === undefined) return;
  app.addHook('onSend', async ({ url }, _, payload) =>
    url.startsWith('/media/') && payload instanceof Readable
      ? Readable.from(paced(payload, throttleBytesPerSecond))
      : payload,
  );
}

function addPages(app: FastifyInstance, clips: readonly Clip[]): void {
  const originOf = ({ host }: { host: string }) => `http://${host}`;
  app.get('/', (request, reply) => reply.type(HTML).send(homePage(originOf(request), clips)));
  app.get('/about-this-site', (_, reply) => reply.type(HTML).send(aboutPage()));
  app.get('/robots.txt', (request) => {
    return `User-agent: *\nAllow: /\nDisallow: /private/\n\nSitemap: ${originOf(request)}/sitemap.xml\n`;
  });
  app.get('/sitemap.xml', (request, reply) =>
    reply.type('application/xml').send(sitemapIndex(originOf(request), clips)),
  );
  app.get<{ Params: { part: string } }>('/sitemaps/videos-:part(^\\d+).xml.gz', (request, reply) => {
    const child = sitemapChild(originOf(request), clips, Number(request.params.part));
    return child ? reply.type('application/gzip').send(child) : reply.callNotFound();
  });
  for (const [index, clip] of clips.entries()) {
    // Sites mix both kinds of data.
    const pageData = Math.floor(index / 3) % 3 === 2 ? 'open-graph' : 'json-ld';
    app.get(`/watch/${clip.slug}`, (request, reply) =>
      reply.type(HTML).send(watchPage(originOf(request), clip, { pageData, others: similarTo(clip, clips) })),
    );
  }
}

function similarTo(clip: Clip, clips: readonly Clip[]): Clip[] {
  const shared = ({ tags }: Clip) => tags.filter((tag) => clip.tags.includes(tag)).length;
  const others = clips.filter((other) => other !== clip).toSorted((a, b) => shared(b) - shared(a));
  return others.slice(0, SIMILAR_CLIPS);
}

async function* paced(chunks: AsyncIterable<Buffer>, bytesPerSecond: number) {
  const step = Math.ceil(bytesPerSecond / 10);
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += step) {
      yield chunk.subarray(at, at + step);
      await sleep(100);
    }
}
