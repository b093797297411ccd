import { createClient, type Transport } from '@vesper/contract';
import { type PageRequest, renderPage } from '../src/entry-server.tsx';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { createFakeApi } from './fake-api.ts';

export const ORIGIN = 'https://vesper.example';

/** Over the in-memory API unless another transport is given. */
export function requestFor(
  url: string,
  transport: Transport = createFakeApi(createCatalogue()).transport,
): PageRequest {
  return {
    ...{ url, origin: ORIGIN, client: createClient(transport) },
    assets: { scripts: ['/assets/a.js'], styles: ['/assets/a.css'], preloads: [], pages: {} },
    embedAssets: { script: '/assets/embed/a.js', style: '/assets/embed/a.css' },
  };
}

export async function render(url: string, change: (catalogue: Catalogue) => void = () => {}) {
  const catalogue = createCatalogue();
  change(catalogue);
  const { transport, calls } = createFakeApi(catalogue);
  const page = await renderPage(requestFor(url, transport));
  return {
    ...page,
    calls,
    head: page.html.split('</head>')[0]!,
    body: page.html.split('<div id="root">')[1]!,
  };
}

export function structuredData(html: string): Record<string, unknown>[] {
  return [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, text]) =>
    JSON.parse(text!),
  );
}
