import { expect, test, vi } from 'vitest';
import { createBatchLoader } from './batch-loader.ts';

test('calls during a batch form the next one, also after a failure', async () => {
  const batches: number[][] = [];
  const first = Promise.withResolvers<void>();
  let asking = 0;
  const loader = createBatchLoader(async (keys: readonly number[]) => {
    asking += 1;
    expect(asking).toBe(1);
    batches.push([...keys]);
    if (keys.includes(0)) await first.promise;
    asking -= 1;
    if (keys.includes(0)) throw new Error('Gone.');
    return keys.map((key) => key * 2);
  }, 3);
  const failed = expect(loader.load(0)).rejects.toThrow('Gone.');
  await vi.waitFor(() => expect(batches).toHaveLength(1));
  const answers = Promise.all([1, 2].map((key) => loader.load(key)));
  const last = loader.load(3);
  first.resolve();
  await failed;
  expect([await answers, await last]).toEqual([[2, 4], 6]);
  expect(batches).toEqual([[0], [1, 2, 3]]);
});
