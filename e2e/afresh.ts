import { afterAll, afterEach, beforeEach, test } from 'vitest';

/**
 * Sets up state shared by a file's tests, such as a page: before the first one, and again after a failure, so that the
 * next test starts clean.
 */
export function openAfresh(open: () => Promise<void>, close: () => Promise<unknown>): void {
  let isOpen = false;
  const end = async () => {
    if (!isOpen) return;
    isOpen = false;
    await close();
  };
  beforeEach(async () => {
    if (isOpen) return;
    isOpen = true;
    await open();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await end();
  });
  afterAll(end);
}

/** One test of consecutive steps, which are added to it. */
export function walk(name: string, timeoutMs = 600_000) {
  const steps: { title: string; take: () => Promise<void> }[] = [];
  test(name, { timeout: timeoutMs }, async () => {
    for (const { title, take } of steps)
      await take().catch((cause: unknown) => {
        throw new Error(`The step failed: ${title}`, { cause });
      });
  });
  return (title: string, take: () => Promise<void>) => void steps.push({ title, take });
}
