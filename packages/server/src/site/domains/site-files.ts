import { brandMarkSvg, type DomainConfig } from '@vesper/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contextOf } from '../../kernel/http/app.ts';
import { etagOf, isKnown } from '../../kernel/http/preconditions.ts';
import type { DomainDirectory } from './domains.ts';
import { createIconDrawer, type IconPicture } from './icons.ts';
import { webManifest } from './manifest.ts';

const PICTURES: Record<string, IconPicture> = {
  '/icon-192.png': { shape: 'rounded', size: 192 },
  '/icon-512.png': { shape: 'rounded', size: 512 },
  '/icon-maskable-512.png': { shape: 'square', size: 512 },
  // Home screens there turn transparency black.
  '/apple-touch-icon.png': { shape: 'square', size: 180 },
  // Requested by programs that do not read HTML; browsers go by the type, not the name.
  '/favicon.ico': { shape: 'rounded', size: 48 },
};

/** Serves the manifest and icons of the requested domain; unknown names get the default's. */
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
