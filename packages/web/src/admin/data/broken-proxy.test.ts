import { CallError, type Client, createClient, fetchTransport } from '@vesper/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BROKEN_ANSWERS, type BrokenAnswer, startBrokenProxy } from '../../../test/broken-proxy.ts';
import { callFailureOf, saysMissing, sentenceOf } from '../../data/call-failure.ts';
import { signedThumbnailQuery, videoQuery } from '../../data/catalogue-queries.ts';
import { failureToast } from './calls.ts';

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

    test("shows the action's own failure message", async () => {
      const error = await client.crawler.start().catch((one: unknown) => one);
      expect(failureToast(error, 'Failed to start crawler')).toMatchObject({
        description: 'Failed to start crawler',
      });
    });

    test('a page says that the site could not be reached, not that the video or the session is gone', async () => {
      const query = videoQuery(client, '1');
      const error = await query.queryFn({} as never).catch((one: unknown) => one);
      expect(sentenceOf(error)).toBe('The site could not be reached. Check your connection.');
      expect([saysMissing(error), callFailureOf(error)]).toEqual([false, undefined]);
    });
  },
);

test.each([
  ["a proxy's page", /^502: <!doctype html>/],
  ['an empty 500', /^500: Internal Server Error$/],
  ['a page with 200', /^200: <!doctype html>/],
  ['JSON that is cut off', /^200: {"message"/],
] as const)('after %s the error has the status and the body as its text', async (kind, text) => {
  const proxy = await startBrokenProxy([kind]);
  const client = createClient(fetchTransport(proxy.url));
  const error = await client.crawler.start().catch((one: unknown) => one);
  expect(error).toBeInstanceOf(CallError);
  expect((error as CallError).message).toMatch(text);
  await proxy.close();
});

test('reports a failed thumbnail with the response status', async () => {
  const proxy = await startBrokenProxy(["a proxy's page"]);
  const query = signedThumbnailQuery(createClient(fetchTransport(proxy.url)), '1');
  await expect(query.queryFn({} as never)).rejects.toThrow('Failed to fetch thumbnail: 502');
  await proxy.close();
});
