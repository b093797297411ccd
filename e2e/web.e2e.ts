import { expect, onTestFinished, test } from 'vitest';
import { startProgram } from './programs.ts';

/**
 * Walk-throughs of the built pages against an API in memory, where everything can be simulated: expiring signed
 * addresses, lost calls, hostile files. Each reports by its exit code.
 */
const WALKS = ['behave', 'play', 'forms', 'library'].map((name) => `packages/web/test/${name}.ts`);

// A walk gives its failed cases a second try of their own.
test.each(WALKS)('%s', { retry: 0, timeout: 900_000 }, async (file) => {
  const walk = startProgram([file], {});
  onTestFinished(async () => void (await walk.stop()));
  const code = await new Promise((resolve) => walk.process.once('close', resolve));
  const lines = walk.output().split('\n');
  expect(lines.filter((line) => line.startsWith('ok ')).length).toBeGreaterThan(3);
  for (const again of lines.filter((line) => line.startsWith('again '))) console.log(`${file}: ${again}`);
  expect([code, lines.filter((line) => line.startsWith('FAIL')), code === 0 ? '' : walk.output()]).toEqual([
    0,
    [],
    '',
  ]);
});
