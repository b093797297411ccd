import { createClient } from '@vesper/contract';
import { expect, test } from 'vitest';
import { createCatalogue } from '../../../test/catalogue.ts';
import { createFakeApi } from '../../../test/fake-api.ts';
import { renderEmbed } from './render-embed.ts';

const ORIGIN = 'https://videos.example';
const assets = { script: '/assets/embed/a.js', style: '/assets/embed/a.css' };

function render(change: (catalogue: ReturnType<typeof createCatalogue>) => void = () => {}) {
  const catalogue = createCatalogue();
  change(catalogue);
  const id = catalogue.videos[0]?.id ?? '';
  const client = createClient(createFakeApi(catalogue).transport);
  return { id, page: (asked = id) => renderEmbed({ id: asked, origin: ORIGIN, client, assets }) };
}

test('the framed player is kept out of search engines, and its canonical address is the video page', async () => {
  const { id, page } = render();
  const { status, html, frameAncestors } = await page();
  expect([status, frameAncestors]).toEqual([200, '*']);
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/video/${id}">`);
  expect(html).toContain(`href="/video/${id}" target="_blank" rel="noopener"`);
});

test('a browser would fetch nothing from its HTML but script and style', async () => {
  const { page } = render();
  const { html } = await page();
  const addresses = [...html.matchAll(/ (?:src|srcset|poster|data)="([^"]*)"/g)].map(([, one]) => one);
  expect(addresses).toEqual([assets.script]);
  expect([...html.matchAll(/<link rel="(\w+)"/g)].map(([, rel]) => rel)).toEqual(['stylesheet', 'canonical']);
});

test('titles cannot break out of the page', async () => {
  const { page } = render(({ videos }) => {
    if (videos[0]) videos[0].title = '</script><script>alert(1)</script>"><img src=x>';
  });
  const { html } = await page();
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain('<img src=x');
});

test('a missing video has a page that the same sites may frame', async () => {
  const { page } = render(({ config }) => {
    config.embedding = { sites: 'listed', hosts: ['blog.example'] };
  });
  const { status, html, frameAncestors } = await page('missing');
  expect([status, frameAncestors]).toEqual([404, "'self' blog.example"]);
  expect(html).toContain('Video Not Found');
  expect(html).not.toContain('canonical');
});
