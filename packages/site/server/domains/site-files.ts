import {
  BRAND_MARK_FIELD,
  type BrandMarkShape,
  type BrandPair,
  type BrandPicture,
  brandMarkSvg,
  brandPath,
  LOGO_NAME,
  type ShownDomain,
  SURFACES,
} from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { contextOf } from '@vesper/core/http/app.ts';
import { etagOf, isKnown } from '@vesper/core/http/preconditions.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { DomainDirectory } from './domains.ts';
import { selectPicture } from './queries.ts';

const PICTURES: Record<string, IconPicture> = {
  '/icon-192.png': { shape: 'rounded', size: 192 },
  '/icon-512.png': { shape: 'rounded', size: 512 },
  '/icon-maskable-512.png': { shape: 'square', size: 512 },
  // Home screens show transparency as black.
  '/apple-touch-icon.png': { shape: 'square', size: 180 },
  // For programs that do not read HTML; browsers go by the type.
  '/favicon.ico': { shape: 'rounded', size: 48 },
};

/** Uploaded logos and icons have addresses of their own, to which the others redirect. */
export function mountSiteFiles(
  app: FastifyInstance,
  { db, domains }: { db: Db; domains: DomainDirectory },
): void {
  const draw = createIconDrawer();
  mountBrandFiles(app, db, draw);
  const mount = (path: string, type: string, bodyOf: (config: ShownDomain) => Buffer | Promise<Buffer>) =>
    app.get(path, async (request, reply) => {
      const config = await domains.configFor(contextOf(request).hostname);
      const own = path === '/icon.svg' ? 'icon-512.png' : path.slice(1);
      if (config.icon && isIcon(own))
        return reply.header('cache-control', KEPT_AN_HOUR).redirect(brandPath(config.icon, own));
      return sendFile(request, reply.type(type), await bodyOf(config));
    });
  mount('/site.webmanifest', 'application/manifest+json', (config) =>
    Buffer.from(JSON.stringify(webManifest(config))),
  );
  mount('/icon.svg', 'image/svg+xml', (config) => Buffer.from(brandMarkSvg(config.theme)));
  for (const [path, picture] of Object.entries(PICTURES)) {
    mount(path, 'image/png', ({ theme }) =>
      draw([theme.primary, theme.accent, path].join(' '), () => drawMark(theme, picture)),
    );
  }
}

function mountBrandFiles(app: FastifyInstance, db: Db, draw: IconDrawer): void {
  app.get<{ Params: { hash: string; name: string } }>('/brand/:hash/:name', async (request, reply) => {
    const { hash, name } = request.params;
    const picture = PICTURES[`/${name}`];
    if (!picture && name !== LOGO_NAME) throw new AppError('not_found', 'Not found.');
    const bytes = await selectPicture(db, picture ? 'icon' : 'logo', hash);
    if (!bytes) throw new AppError('not_found', 'Not found.');
    reply.header('cache-control', 'public, max-age=31536000, immutable');
    if (!picture) return reply.type('image/webp').send(bytes);
    return reply.type('image/png').send(await draw(`${hash} ${name}`, () => drawOwn(bytes, picture)));
  });
}

function isIcon(name: string): boolean {
  return PICTURES[`/${name}`] !== undefined;
}

const KEPT_AN_HOUR = 'public, max-age=3600';

function sendFile(request: FastifyRequest, reply: FastifyReply, body: Buffer) {
  const etag = etagOf(body);
  reply.header('cache-control', KEPT_AN_HOUR).header('etag', etag);
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

type IconDrawer = ReturnType<typeof createIconDrawer>;

function createIconDrawer() {
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: MOST_KEPT });
  return (key: string, drawPng: () => Promise<Buffer>): Promise<Buffer> => {
    const known = drawn.get(key);
    if (known) return known;
    const drawing = drawPng();
    drawn.set(key, drawing);
    drawing.catch(() => drawn.delete(key));
    return drawing;
  };
}

async function drawMark(colours: BrandPair, { shape, size }: IconPicture): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const svg = Buffer.from(brandMarkSvg(colours, shape));
  return sharp(svg, { density: (UNIT_DPI * size) / BRAND_MARK_FIELD })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();
}

async function drawOwn(icon: Buffer, { shape, size }: IconPicture): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const picture = sharp(icon).resize(size, size);
  if (shape === 'square') picture.flatten({ background: '#fff' });
  return picture.png({ compressionLevel: 9 }).toBuffer();
}

/** Makes a site installable (W3C, "Web Application Manifest"). */
function webManifest({ siteName, brandName, description, theme, icon }: ShownDomain) {
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
    icons: icon
      ? [192, 512].map((size) => ownIcon(icon, size))
      : [
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
  };
}

function ownIcon(icon: BrandPicture, size: number) {
  return { src: brandPath(icon, `icon-${size}.png`), sizes: `${size}x${size}`, type: 'image/png' };
}
