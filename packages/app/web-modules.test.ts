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

const COMPOSE = `
  const { composeBase } = await import(process.argv[1]);
  const { readConfig } = await import(process.argv[2]);
  const { silentLog } = await import(process.argv[3]);
  const config = readConfig(JSON.parse(process.argv[4]), '/');
  const base = await composeBase(config, {}, { name: 'web', log: silentLog, traces: config.traces });
  await base.close();
`;

test.each([
  ['nothing', {}, []],
  ['the SDK', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, ['sdk-trace', 'otlp-transformer']],
])('for traces a process loads %s with the settings %o', async (_, env, expected) => {
  const files = ['./composition/compose.ts', './settings/config.ts', '../core/server/lib/log.ts'].map(fileOf);
  const loaded = await loadedBy(COMPOSE, ...files, JSON.stringify(env));
  expect(loaded).toContain('/node_modules/kysely/');
  const packages = ['sdk-trace', 'otlp-transformer'];
  expect(packages.filter((name) => loaded.includes(`/node_modules/@opentelemetry/${name}/`))).toEqual(
    expected,
  );
});
