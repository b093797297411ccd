import { expect, test } from 'vitest';
import { type CallRequest, createClient } from './client.ts';

/** A client that only notes what it would send. */
function noting() {
  const requests: CallRequest[] = [];
  const client = createClient(async (request) => {
    requests.push(request);
    return { status: 200, bodyText: '{}' };
  });
  return { client, requests };
}

test('a body is sent only when one is given', async () => {
  const { client, requests } = noting();
  await client.videos.registerView({ id: 'one' });
  await client.videos.registerView({ id: 'one', after: undefined });
  await client.videos.registerView({ id: 'two', after: 'one' });
  expect(requests.map(({ url, body }) => [url, body])).toEqual([
    ['/api/videos/one/view', undefined],
    ['/api/videos/one/view', undefined],
    ['/api/videos/two/view', { after: 'one' }],
  ]);
});
