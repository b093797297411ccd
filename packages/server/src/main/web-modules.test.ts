import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runProcess } from '../kernel/lib/run-process.ts';
import { COMPILE_CACHE } from '../test/run-command.ts';

/** What few web processes ever use, or use late: each is imported where it is used. */
const LATE = ['@aws-sdk/client-s3', 'nodemailer', 'pg-boss', 'sharp', 'undici'];

const LIST_LOADED = `
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });
  await import(process.argv[1]);
`;

test('a web process starts without the packages that it may never need', async () => {
  const { dependencies } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { dependencies: Record<string, string> };
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(LATE));
  const web = fileURLToPath(new URL('./compose-web.ts', import.meta.url));
  const { stdout } = await runProcess(process.execPath, ['--input-type=module', '--eval', LIST_LOADED, web], {
    timeoutMs: 60_000,
    maxOutputBytes: 10_000_000,
    env: COMPILE_CACHE,
  });
  const loaded = stdout.toString('utf8');
  expect(loaded).toContain('/node_modules/fastify/');
  expect(LATE.filter((name) => loaded.includes(`/node_modules/${name}/`))).toEqual([]);
});
