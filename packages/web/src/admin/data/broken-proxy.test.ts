import { CallError, type Client, createClient, fetchTransport, LOGIN_REFUSED } from '@vesper/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROKEN_ANSWERS, type BrokenAnswer, startBrokenProxy } from '../../../test/broken-proxy.ts';
import { callFailureOf, saysMissing, sentenceOf } from '../../data/call-failure.ts';
import { signedThumbnailQuery, videoQuery } from '../../data/catalogue-queries.ts';
import { failureToast } from './calls.ts';

const KEYWORD = { keyword: 'charts', slug: 'charts', metaTitle: 'Charts', metaDescription: 'Test charts.' };
const sourceUrl = 'https://source.example/1';

/** What each action says where the site has not said anything. */
const CATALOGUE: [string, (client: Client) => Promise<unknown>][] = [
  [LOGIN_REFUSED, (client) => client.admin.login({ username: 'anna', password: 'a password' })],
  ['Failed to logout', (client) => client.admin.logout()],
  ['Failed to start crawler', (client) => client.crawler.start()],
  ['Failed to queue download', (client) => client.downloads.add({ sourceUrl })],
  ['Failed to queue bulk downloads', (client) => client.downloads.addBulk({ sourceUrls: [sourceUrl] })],
  [
    'Failed to crawl TXxx sitemaps',
    (client) => client.sitemapCrawls.start({ videoCount: 1, mode: 'random' }),
  ],
  ['Failed to clear pending jobs', (client) => client.downloads.clearPending()],
  ['Failed to reset stuck jobs', (client) => client.downloads.resetStuck()],
  ['Failed to re-download missing videos', (client) => client.health.redownloadMissing()],
  ['Failed to clear all videos', (client) => client.catalogue.clearAll()],
  ['Failed to update DMCA request', (client) => client.takedowns.decide({ id: '1', status: 'denied' })],
  ['Failed to create keyword', (client) => client.keywords.create(KEYWORD)],
  ['Failed to update keyword', (client) => client.keywords.change({ id: '1', ...KEYWORD })],
  ['Failed to delete keyword', (client) => client.keywords.delete({ id: '1' })],
  ['Failed to auto-link videos', (client) => client.keywords.autoLink({ id: '1', limit: 24 })],
  ['Failed to translate videos', (client) => client.translations.batch({ languageCode: 'de' })],
];

describe.each(Object.keys(BROKEN_ANSWERS) as BrokenAnswer[])(
  'where %s comes instead of an answer',
  (kind) => {
    let proxy: Awaited<ReturnType<typeof startBrokenProxy>>;
    let client: Client;
    beforeAll(async () => {
      proxy = await startBrokenProxy([kind]);
      client = createClient(fetchTransport(proxy.url));
    });
    afterAll(() => proxy.close());

    test.each(CATALOGUE)('people read "%s"', async (message, act) => {
      const error = await act(client).then(
        () => undefined,
        (one: unknown) => one,
      );
      expect(failureToast(error, message)).toEqual({
        title: 'Error',
        description: message,
        tone: 'destructive',
      });
    });

    test('a page says that the site could not be reached, and neither that the video is gone nor the session', async () => {
      const query = videoQuery(client, '1');
      const error = await query.queryFn({} as never).catch((one: unknown) => one);
      expect(sentenceOf(error)).toBe('The site could not be reached. Check your connection.');
      expect([saysMissing(error), callFailureOf(error)]).toEqual([false, undefined]);
    });
  },
);

test('an error has the status and the body as its text', async () => {
  for (const [kind, text] of [
    ["a proxy's page", /^502: <!doctype html>/],
    ['an empty 500', /^500: Internal Server Error$/],
    ['a page with 200', /^200: <!doctype html>/],
    ['JSON that is cut off', /^200: {"message"/],
  ] as const) {
    const proxy = await startBrokenProxy([kind]);
    const client = createClient(fetchTransport(proxy.url));
    await expect(client.crawler.start()).rejects.toThrow(CallError);
    await expect(client.crawler.start()).rejects.toThrow(text);
    await proxy.close();
  }
});

test('a thumbnail that cannot be had is reported with the status of the answer', async () => {
  const proxy = await startBrokenProxy(["a proxy's page"]);
  const query = signedThumbnailQuery(createClient(fetchTransport(proxy.url)), '1');
  await expect(query.queryFn({} as never)).rejects.toThrow('Failed to fetch thumbnail: 502');
  await proxy.close();
});
