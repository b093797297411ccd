import type { CrawlerRunDetails } from '@vesper/contract';
import { startCrawl } from '@vesper/intake/crawler';
import { expect } from 'vitest';
import { composeQueue } from '../app/composition/compose-queue.ts';
import { testClip } from './clips.ts';
import type { PlainSource } from './plain-source.ts';
import type { TestSite } from './site.ts';

/** A complete run as shown in the back office, and its requests to the source, each film once. */
export async function crawlOnce(
  site: TestSite,
  source: PlainSource,
  target = 50,
): Promise<{ run: CrawlerRunDetails; asked: string[] }> {
  const before = source.asked.length;
  const admin = await site.admin();
  const { boss, queue } = await composeQueue(site.connection, site.base.log);
  const { id } = await startCrawl({ db: site.base.db, queue }, target).finally(() =>
    boss.stop({ graceful: false }),
  );
  const statusOf = async () => (await admin.crawler.run({ id })).status;
  await expect.poll(statusOf, { timeout: 120_000, interval: 100 }).not.toBe('running');
  const asked = source.asked.slice(before).map(({ path }) => path);
  // Films are fetched in pieces.
  const isFirst = (path: string, nth: number) => !path.startsWith('/films/') || asked.indexOf(path) === nth;
  return { run: await admin.crawler.run({ id }), asked: asked.filter(isFirst) };
}

/** A source's page, with its own film if any. */
export async function putPage(
  source: PlainSource,
  name: string,
  film: string | null,
  title = `Test chart ${name}`,
): Promise<void> {
  const { origin, answers } = source;
  const described = {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: title,
    ...(film && { contentUrl: `${origin}/films/${film}.mp4` }),
  };
  const script = `<script type="application/ld+json">${JSON.stringify(described)}</script>`;
  const page = film ? script : '<p>No chart yet.</p>';
  const head = `<!doctype html><html lang="en"><title>${name}</title>`;
  answers.set(`/watch/${name}`, { headers: { 'content-type': 'text/html' }, body: `${head}${page}` });
  if (film) answers.set(`/films/${film}.mp4`, await filmOf(film));
}

async function filmOf(name: string) {
  const text = Buffer.from(`free${name}`);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(text.length + 4);
  const body = Buffer.concat([await testClip('good'), size, text]);
  return { headers: { 'content-type': 'video/mp4' }, body };
}
