import { expect, test } from 'vitest';
import { startProgram } from './programs.ts';

/**
 * The walk-throughs of the built pages against an API in memory, where everything can be made to happen: the
 * life of signed addresses by a clock, lost calls, hostile files. Each says by its exit code how it went.
 */
const WALKS = ['behave', 'play', 'forms', 'library'].map((name) => `packages/web/test/${name}.ts`);

test.each(WALKS)('%s', async (file) => {
  const walk = startProgram([file], {});
  const code = await new Promise((resolve) => walk.process.once('close', resolve));
  const lines = walk.output().split('\n');
  expect(lines.filter((line) => line.startsWith('ok ')).length).toBeGreaterThan(3);
  expect([code, lines.filter((line) => line.startsWith('FAIL')), code === 0 ? '' : walk.output()]).toEqual([
    0,
    [],
    '',
  ]);
});
