import { routes } from '@vesper/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { fetchFile } from './fetch-file.ts';

afterEach(() => vi.unstubAllGlobals());

function answerWith(body: BodyInit, status = 200) {
  const fetched = vi.fn(async () => new Response(body, { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

test('reads a file in chunks and reports the size so far', async () => {
  const pieces = new ReadableStream({
    start(controller) {
      for (const bytes of [3, 4]) controller.enqueue(new Uint8Array(bytes));
      controller.close();
    },
  });
  const fetched = answerWith(pieces);
  const told: number[] = [];
  const file = await fetchFile(routes.casework.file, { id: 'a/b' }, (bytes) => told.push(bytes));
  expect([file.size, told]).toEqual([7, [3, 7]]);
  expect(fetched.mock.calls[0]).toMatchObject(['/api/cases/a%2Fb/file', { method: 'POST' }]);
});

test('an interrupted transfer is an error', async () => {
  const broken = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(3));
      controller.error(new TypeError('network error'));
    },
  });
  answerWith(broken);
  await expect(fetchFile(routes.casework.file, { id: 'a' }, () => {})).rejects.toThrow('network error');
});
