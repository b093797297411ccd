import { expect, it } from 'vitest';
import { type CallRequest, createClient } from './client.ts';
import { routes } from './routes.ts';

it('has a function for each call of the table, the same each time', () => {
  const client = createClient(() => Promise.reject(new Error('Nothing is requested here.')));
  for (const [group, calls] of Object.entries(routes)) {
    const functions: Record<string, unknown> = client[group as keyof typeof client];
    expect(Object.keys(functions)).toEqual(Object.keys(calls));
    expect(client[group as keyof typeof client]).toBe(functions);
  }
});

it('uses its own transport, however many clients there are', async () => {
  const asked: string[] = [];
  const transportOf = (name: string) => async (request: CallRequest) => {
    asked.push(`${name} ${request.url}`);
    return { status: 200, bodyText: '[]' };
  };
  const { categories } = createClient(transportOf('one'));
  await createClient(transportOf('other')).categories.list();
  await categories.list();
  expect(asked).toEqual(['other /api/categories', 'one /api/categories']);
});

it('a body is sent only when one is given', async () => {
  const sent: unknown[] = [];
  const client = createClient(async ({ url, body }) => {
    sent.push([url, body]);
    return { status: 200, bodyText: '{}' };
  });
  await client.videos.registerView({ id: 'one', after: undefined });
  await client.videos.registerView({ id: 'two', after: 'one' });
  expect(sent).toEqual([
    ['/api/videos/one/view', undefined],
    ['/api/videos/two/view', { after: 'one' }],
  ]);
});
