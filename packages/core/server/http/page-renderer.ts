import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Client, createClient, pageAddress } from '@vesper/contract';
import type { FastifyRequest } from 'fastify';
import type { CallContext, Dispatch } from './mount.ts';
import type { PageSource } from './page-cache.ts';
import type { Refused } from './page-forms.ts';
import { pagePolicy } from './security-headers.ts';
import { noCookie } from './token-cookie.ts';

interface AskedPage {
  url: string;
  origin: string;
  isForeign: boolean;
  isForEngine: boolean;
  refused?: Refused;
}

/** web's built bundle: all that the server knows of web. */
interface WebBundle {
  renderPage(request: AskedPage & { client: Client; assets: unknown; embedAssets: unknown }): Promise<{
    status: number;
    location?: string;
    html: string;
    cspScriptHashes: string[];
    cspStyleHashes: string[];
    frameAncestors?: string;
  }>;
  assetsFromManifest(manifest: unknown): unknown;
  embedAssetsFromManifest(manifest: unknown): unknown;
  renderAdminPage(request: {
    client: Client;
    assets: unknown;
  }): Promise<{ html: string; cspScriptHashes: string[]; cspStyleHashes: string[] }>;
  adminAssetsFromManifest(manifest: unknown): unknown;
}

export interface RenderedForEngine {
  status: number;
  location?: string;
  html: string;
}

/** Without a request: `host` and `origin` are a domain's own, `path` has the query. */
export type RenderPage = (page: { host: string; origin: string; path: string }) => Promise<RenderedForEngine>;

export interface RendererOptions {
  webDirectory: string;
  dispatch: Dispatch;
  contextOf: (request: FastifyRequest) => CallContext;
  mediaOrigin: string | undefined;
  frameOrigins: readonly string[];
}

interface RenderedSite {
  origin: string;
  isOwn: boolean;
  isForEngine?: boolean;
}

export async function createPageRenderer(options: RendererOptions) {
  const { webDirectory, dispatch, contextOf, frameOrigins: frames, mediaOrigin: bucket } = options;
  const bundle = await loadBundle(webDirectory);
  const assets = bundle.assetsFromManifest(readManifest(webDirectory, 'client'));
  const embedAssets = bundle.embedAssetsFromManifest(readManifest(webDirectory, 'client/embed'));
  const adminAssets = bundle.adminAssetsFromManifest(readManifest(webDirectory, 'client/admin'));

  const render = (context: CallContext, page: AskedPage) =>
    bundle.renderPage({ ...page, client: inProcessClient(dispatch, context), assets, embedAssets });

  return {
    async page(request: FastifyRequest, site: RenderedSite, refused?: Refused): Promise<PageSource> {
      const { origin, isOwn, isForEngine = false } = site;
      const {
        cspScriptHashes: scripts,
        cspStyleHashes: styles,
        frameAncestors: ancestors,
        html: body,
        ...rendered
      } = await render(contextOf(request), {
        ...{ url: pageAddress(request.url), origin, isForeign: !isOwn, isForEngine },
        ...(refused ? { refused } : {}),
      });
      const policy = pagePolicy({ scripts, styles, frames, bucket, ancestors });
      const isWanted = rendered.status === 200 && isOwn;
      // Frames live long: a takedown must reach the next one that opens.
      return { ...rendered, body, isWanted, isKept: ancestors === undefined, policy };
    },

    async adminPage(request: FastifyRequest): Promise<{ html: string; policy: string }> {
      const client = inProcessClient(dispatch, contextOf(request));
      const page = await bundle.renderAdminPage({ client, assets: adminAssets });
      const { html, cspScriptHashes: scripts, cspStyleHashes: styles } = page;
      return { html, policy: pagePolicy({ scripts, styles, frames, bucket }) };
    },

    forEngine: ({ host, origin, path }: Parameters<RenderPage>[0]): Promise<RenderedForEngine> =>
      render(engineContext(host), { url: pageAddress(path), origin, isForeign: false, isForEngine: true }),
  };
}

export type PageRenderer = Awaited<ReturnType<typeof createPageRenderer>>;

/** A robot, so that no view is counted. */
function engineContext(host: string): CallContext {
  return {
    hostname: host.replace(/:\d+$/, ''),
    host,
    visitor: { address: '127.0.0.1', userAgent: '' },
    ...{ session: noCookie, browser: noCookie, bearer: undefined },
  };
}

function inProcessClient(dispatch: Dispatch, context: CallContext): Client {
  return createClient(async ({ call, input }) => {
    const { status, body } = await dispatch(call, input, { ...context, isForPage: true });
    return status === 200
      ? { status, bodyText: '', value: body }
      : { status, bodyText: JSON.stringify(body) };
  });
}

async function loadBundle(webDirectory: string): Promise<WebBundle> {
  const file = path.join(webDirectory, 'server', 'entry-server.js');
  try {
    return (await import(pathToFileURL(file).href)) as WebBundle;
  } catch (error) {
    throw new Error(`The pages are not built (${file}): run script/bootstrap.`, { cause: error });
  }
}

function readManifest(webDirectory: string, build: string): unknown {
  return JSON.parse(readFileSync(path.join(webDirectory, build, '.vite', 'manifest.json'), 'utf8'));
}
