import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPILE_CACHE } from '../test/run-command.ts';

const DOCTOR = fileURLToPath(new URL('doctor.ts', import.meta.url));

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'vesper-doctor-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

function doctor(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; printed: string }> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, ...COMPILE_CACHE, ...env } };
    const child = execFile(process.execPath, [DOCTOR, ...args], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, printed: stdout + stderr }),
    );
  });
}

test('prints a line per finding, and exits with 0 on a good machine', async () => {
  const { code, printed } = await doctor([], {});
  expect([code, printed]).toEqual([0, expect.stringMatching(/\d+ ok, \d+ warnings?, 0 failed\.\n$/)]);
  const lines = printed.split('\n').filter((line) => line !== '' && !line.startsWith(' '));
  for (const line of lines.slice(0, -1))
    expect(line).toMatch(/^(?:ok {7}|warning {2}|failed {3})[^:]+: .*\.$/);
}, 180_000);

test('exits with 1 on an invalid setting, and prints JSON', async () => {
  const { code, printed } = await doctor(['--json'], { PORT: 'eighty' });
  expect(code).toBe(1);
  expect(JSON.parse(printed)).toMatchObject([
    { check: 'Node', status: 'ok' },
    { check: 'Settings', status: 'failed', found: 'PORT is "eighty": it must be from 0 to 65535.' },
  ]);
});
