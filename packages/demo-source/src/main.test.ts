import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CATALOGUE, SMALL_CATALOGUE } from './catalogue.ts';
import type { Clip } from './clip.ts';
import { clipFiles } from './clips.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

let directory: string;

/** A folder that looks complete: the program then serves at once, and these tests ask for no clip. */
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'demo-main-'));
  for (const path of [...CATALOGUE, ...SMALL_CATALOGUE].flatMap((clip) =>
    Object.values(clipFiles(directory, clip)),
  ))
    await writeFile(path, '');
});

afterAll(async () => {
  await rm(directory, { recursive: true });
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  'prints its address in one line, serves, and ends with 0 on %s',
  async (signal) => {
    const program = start(['--directory', directory, '--port', '0']);
    await expect
      .poll(() => program.stdout(), { timeout: 30_000 })
      .toMatch(/^Demo source at http:\/\/127\.0\.0\.1:\d+\n$/);
    const url = program.stdout().trim().slice('Demo source at '.length);
    expect((await fetch(`${url}/robots.txt`)).status).toBe(200);
    program.child.kill(signal);
    expect(await program.ended).toBe(0);
    expect(program.stderr()).toBe('');
  },
  60_000,
);

test('serves fewer clips where that is wanted', async () => {
  const program = start(['--directory', directory, '--port', '0', '--small']);
  await expect.poll(() => program.stdout(), { timeout: 30_000 }).toContain('Demo source at ');
  const url = program.stdout().trim().slice('Demo source at '.length);
  const statusOf = async (clip?: Clip) => (await fetch(`${url}/watch/${clip?.slug}`)).status;
  expect([await statusOf(CATALOGUE[0]), await statusOf(CATALOGUE.at(-1))]).toEqual([200, 404]);
  program.child.kill('SIGTERM');
  expect(await program.ended).toBe(0);
}, 60_000);

test('says so in a sentence when the port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const program = start(['--directory', directory, '--port', String((other.address() as AddressInfo).port)]);
  expect(await program.ended).toBe(1);
  expect(program.stderr()).toBe('The port is taken by another program: choose another with --port.\n');
  other.close();
}, 60_000);

test('says so in a sentence when ffmpeg is missing', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'demo-main-'));
  const program = start(['--directory', join(empty, 'clips'), '--port', '0'], { PATH: empty });
  expect(await program.ended).toBe(1);
  expect(program.stderr()).toMatch(/^"ffmpeg" was not found: install ffmpeg .*\n$/);
  await rm(empty, { recursive: true });
}, 60_000);

test.each([[[]], [['--directory', 'x']], [['--directory', 'x', '--port', 'y']], [['--nonsense']]])(
  'shows its usage for %j',
  async (args) => {
    const program = start(args);
    expect(await program.ended).toBe(1);
    expect(program.stderr()).toContain(
      'Usage: node packages/demo-source/src/main.ts --directory DIR --port N [--small]',
    );
  },
  60_000,
);

function start(args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text) => {
    stdout += text;
  });
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, ended, stdout: () => stdout, stderr: () => stderr };
}
