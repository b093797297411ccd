import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClip } from '../test/clips.ts';
import { type Ingest, startIngest } from '../test/ingest.ts';
import { type PlainSource, startPlainSource } from '../test/plain-source.ts';
import { startTestSite, type TestSite } from '../test/site.ts';

let source: PlainSource;
let site: TestSite;
let ingest: Ingest;

beforeAll(async () => {
  source = await startPlainSource();
  site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort });
  ingest = await startIngest(site);
});
afterAll(async () => {
  await ingest.close();
  await site.close();
  await source.close();
});

/** A page that names two addresses of its film, in JSON-LD and in Open Graph. */
function putPage(path: string, [first, second]: [string, string]): string {
  const script = JSON.stringify({
    '@type': 'VideoObject',
    name: `A slow zoom of ${path}`,
    contentUrl: first,
  });
  const metas = `<meta property="og:title" content="A slow zoom of ${path}"><meta property="og:video" content="${second}">`;
  const body = `<title>A slow zoom of ${path}</title>${metas}<script type="application/ld+json">${script}</script>`;
  source.answers.set(path, { headers: { 'content-type': 'text/html' }, body });
  return source.origin + path;
}

test('a film that is gone at its first address comes from the next, and is kept with where it was taken from', async () => {
  source.answers.set('/1.mp4', { headers: { 'content-type': 'text/plain' }, body: await testClip('good') });
  const job = await ingest.download({ url: putPage('/one', ['/gone.mp4', '/1.mp4']) });
  expect(job).toMatchObject({ status: 'completed', error: null });
  expect(source.asked.map(({ path }) => path)).toEqual(['/one', '/gone.mp4', '/1.mp4']);
  expect(job.metadata).toMatchObject({ takenFrom: { title: 'JSON-LD', film: 'JSON-LD' } });
});
