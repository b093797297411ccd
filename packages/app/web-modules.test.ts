import { fileURLToPath } from 'node:url';
import { runProcess } from '@vesper/core/lib/run-process.ts';
import { expect, test } from 'vitest';
import { COMPILE_CACHE } from '../test/run-command.ts';

/** Rarely or late used by web processes: imported where used. */
const LATE = ['@aws-sdk/client-s3', '@opentelemetry/sdk-trace', 'nodemailer', 'pg-boss', 'sharp', 'undici'];

async function loadedBy(program: string, ...args: string[]): Promise<string> {
  const text = `
    import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });
    ${program}`;
  const node = ['--input-type=module', '--eval', text, ...args];
  const limits = { timeoutMs: 60_000, maxOutputBytes: 10_000_000, env: COMPILE_CACHE };
  return (await runProcess(process.execPath, node, limits)).stdout.toString('utf8');
}

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

test('a web process starts without rarely needed packages', async () => {
  for (const name of LATE) expect(import.meta.resolve(name)).toContain(`/node_modules/${name}/`);
  const loaded = await loadedBy('await import(process.argv[1]);', fileOf('./composition/compose-web.ts'));
  expect(loaded).toContain('/node_modules/fastify/');
  expect(LATE.filter((name) => loaded.includes(`/node_modules/${name}/`))).toEqual([]);
});
