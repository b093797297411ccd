import DataLoader from 'dataloader';

/** One batch at a time, so that a flood takes one connection; calls meanwhile form the next batch. */
export function createBatchLoader<Key, Value>(
  ask: (keys: readonly Key[]) => Promise<Value[]>,
  maxBatchSize: number,
): DataLoader<Key, Value> {
  let running: Promise<unknown> = Promise.resolve();
  const load = (keys: readonly Key[]) => {
    const answer = ask(keys);
    running = answer.catch(() => {});
    return answer;
  };
  const batchScheduleFn = (begin: () => void) => void running.then(() => setImmediate(begin));
  return new DataLoader(load, { cache: false, maxBatchSize, batchScheduleFn });
}
