import {
  BRAND_MARK_FIELD,
  type BrandMarkShape,
  type BrandPair,
  brandMarkSvg,
  type DomainConfig,
  SURFACES,
} from '@vesper/contract';
import { contextOf } from '@vesper/core/http/app.ts';
import { etagOf, isKnown } from '@vesper/core/http/preconditions.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { DomainDirectory } from './domains.ts';

const PICTURES: Record<string, IconPicture> = {
  '/icon-192.png': { shape: 'rounded', size: 192 },
  '/icon-512.png': { shape: 'rounded', size: 512 },
  '/icon-maskable-512.png': { shape: 'square', size: 512 },
  // Home screens show transparency as black.
  '/apple-touch-icon.png': { shape: 'square', size: 180 },
  // For programs that do not read HTML; browsers go by the type.
  '/favicon.ico': { shape: 'rounded', size: 48 },
};

export function mountSiteFiles(app: FastifyInstance, domains: DomainDirectory): void {
  const draw = createIconDrawer();
  const mount = (path: string, type: string, bodyOf: (config: DomainConfig) => Buffer | Promise<Buffer>) =>
    app.get(path, async (request, reply) => {
      const config = await domains.configFor(contextOf(request).hostname);
      return sendFile(request, reply.type(type), await bodyOf(config));
    });
  mount('/site.webmanifest', 'application/manifest+json', (config) =>
    Buffer.from(JSON.stringify(webManifest(config))),
  );
  mount('/icon.svg', 'image/svg+xml', (config) => Buffer.from(brandMarkSvg(config.theme)));
  for (const [path, picture] of Object.entries(PICTURES)) {
    mount(path, 'image/png', (config) => draw(config.theme, picture));
  }
}

function sendFile(request: FastifyRequest, reply: FastifyReply, body: Buffer) {
  const etag = etagOf(body);
  reply.header('cache-control', 'public, max-age=3600').header('etag', etag);
  return isKnown(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(body);
}

interface IconPicture {
  shape: BrandMarkShape;
  /** In pixels. */
  size: number;
}

/** At this density, SVG units are pixels. */
const UNIT_DPI = 72;
const MOST_KEPT = 200;

function createIconDrawer() {
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: MOST_KEPT });
  return (colours: BrandPair, picture: IconPicture): Promise<Buffer> => {
    const key = [colours.primary, colours.accent, picture.shape, picture.size].join(' ');
    const known = drawn.get(key);
    if (known) return known;
    const drawing = drawPng(colours, picture);
    drawn.set(key, drawing);
    drawing.catch(() => drawn.delete(key));
    return drawing;
  };
}

async function drawPng(colours: BrandPair, { shape, size }: IconPicture): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const svg = Buffer.from(brandMarkSvg(colours, shape));
  return sharp(svg, { density: (UNIT_DPI * size) / BRAND_MARK_FIELD })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** Makes a site installable (W3C, "Web Application Manifest"). */
function webManifest({ siteName, brandName, description, theme }: DomainConfig) {
  const { ground } = SURFACES[theme.default];
  return {
    id: '/',
    name: siteName,
    short_name: brandName,
    description,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: ground,
    theme_color: ground,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
}
