import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ProcessError, runProcess } from './run-process.ts';

const options = { timeoutMs: 20_000 };

/** A killed process may stay as a zombie. */
async function isAlive(pid: number): Promise<boolean> {
  const { stdout } = await runProcess('/bin/sh', ['-c', `ps -o stat= -p ${pid} || true`], options);
  return /^[^Z]/.test(stdout.toString().trim());
}

function mayTakeNetwork(): boolean {
  const flags = ['--user', '--map-current-user', '--net', '--', '/bin/true'];
  return process.platform === 'linux' && spawnSync('/usr/bin/unshare', flags).status === 0;
}

describe('runProcess', () => {
  test('gives what the program prints, and takes its arguments as they are', async () => {
    const hostile = '$(id) `id` ; id | id && "id" \n--';
    const { stdout } = await runProcess('/usr/bin/printf', ['%s', hostile], options);
    expect(stdout.toString()).toBe(hostile);
  });

  test('says how a program failed', async () => {
    const failed = runProcess('/bin/sh', ['-c', 'echo no such thing >&2; exit 3'], options);
    await expect(failed).rejects.toMatchObject({ exitCode: 3, stderr: 'no such thing\n' });
    await expect(failed).rejects.toBeInstanceOf(ProcessError);
    await expect(runProcess('/no/such/program', [], options)).rejects.toThrow('could not be started');
  });

  test('ends a program that takes too long, prints too much, or is no longer wanted', async () => {
    await expect(runProcess('/bin/sleep', ['60'], { timeoutMs: 50 })).rejects.toThrow('took longer than');
    await expect(runProcess('/usr/bin/yes', [], { ...options, maxOutputBytes: 1000 })).rejects.toThrow(
      'wrote more',
    );
    const controller = new AbortController();
    const running = runProcess('/bin/sleep', ['60'], { ...options, signal: controller.signal });
    controller.abort(new Error('not wanted'));
    await expect(running).rejects.toThrow('not wanted');
    await expect(
      runProcess('/bin/sleep', ['60'], { ...options, signal: controller.signal }),
    ).rejects.toThrow();
  });

  test('ends the children of the program too', async () => {
    const file = path.join(await mkdtemp(path.join(tmpdir(), 'vesper-run-')), 'pid');
    const running = runProcess('/bin/sh', ['-c', `sleep 61 & echo $! > ${file}; wait`], { timeoutMs: 1000 });
    await expect(running).rejects.toThrow('took longer than');
    const child = Number(await readFile(file, 'utf8'));
    expect(child).toBeGreaterThan(0);
    await expect.poll(() => isAlive(child)).toBe(false);
  });

  test.runIf(process.platform === 'linux')('has the system limit what a program writes', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'vesper-run-'));
    const writing = runProcess('/bin/sh', ['-c', 'head -c 100000 /dev/zero > file'], {
      ...options,
      cwd: folder,
      limits: { maxFileBytes: 5000, cpuSeconds: 10 },
    });
    await expect(writing).rejects.toBeInstanceOf(ProcessError);
    expect((await stat(path.join(folder, 'file'))).size).toBe(5000);
  });

  test.runIf(process.platform === 'linux')(
    'has the system kill the program first when memory runs out',
    async () => {
      const { stdout } = await runProcess('/bin/sh', ['-c', 'sleep 0.5; cat /proc/self/oom_score_adj'], {
        ...options,
        limits: { maxFileBytes: 0, cpuSeconds: 10 },
      });
      expect(Number(stdout.toString())).toBeGreaterThanOrEqual(800);
    },
  );

  test.runIf(mayTakeNetwork())('takes the network away', async () => {
    const limits = { maxFileBytes: 0, cpuSeconds: 10, offline: true };
    const { stdout } = await runProcess('/bin/cat', ['/proc/net/dev'], { ...options, limits });
    const names = stdout.toString().matchAll(/^ *(\w+):/gm);
    expect([...names].map(([, name]) => name)).toEqual(['lo']);
  });

  test('keeps our environment from the program', async () => {
    process.env.SECRET_OF_THE_TEST = 'visible';
    const { stdout } = await runProcess('/usr/bin/env', [], options);
    expect(stdout.toString()).not.toContain('SECRET_OF_THE_TEST');
    delete process.env.SECRET_OF_THE_TEST;
  });
});
