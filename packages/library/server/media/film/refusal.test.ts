import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { ProcessError, type ProcessLimits, runProcess } from '@vesper/core/lib/run-process.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blameFile } from './refusal.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vesper-refusal-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const limits: ProcessLimits = { maxFileBytes: 10_000_000, cpuSeconds: 20, offline: true };

/** The result of encoding an hour of noise within limits. */
async function endOf(change: Partial<ProcessLimits>, timeoutMs = 60_000): Promise<unknown> {
  const noise = ['-f', 'lavfi', '-i', 'nullsrc=s=640x360:d=3600,geq=random(1)*255:128:128'];
  const args = ['-nostdin', '-v', 'error', ...noise, '-c:v', 'mpeg4', '-y', path.join(folder, 'noise.avi')];
  return runProcess('ffmpeg', args, { timeoutMs, limits: { ...limits, ...change } }).catch((error) => error);
}

describe.runIf(process.platform === 'linux')('a tool that went past a limit', () => {
  test.each<[string, Partial<ProcessLimits>, number]>([
    ['of processor time', { cpuSeconds: 1 }, 60_000],
    ['of file size', { maxFileBytes: 1000 }, 60_000],
    ['of time', {}, 300],
  ])('%s', async (_, change, timeoutMs) => {
    const blamed = blameFile(await endOf(change, timeoutMs), 'The file is damaged.');
    expect(blamed).toBeInstanceOf(SourceError);
    expect(blamed).toMatchObject({
      code: 'not_video',
      message: expect.stringMatching(/more time, memory or space/),
    });
  });
});

test('a tool that ran out of memory has gone past a limit too', () => {
  const error = new ProcessError('ffmpeg ended with 1.', 1, 'film.mov: Cannot allocate memory');
  expect(blameFile(error, 'The file is damaged.')).toMatchObject({
    message: expect.stringContaining('memory'),
  });
});

test('a tool that could not read the file blames the file', async () => {
  const args = ['-v', 'error', path.join(folder, 'nothing.mp4')];
  const error = await runProcess('ffprobe', args, { timeoutMs: 20_000, limits }).catch((one) => one);
  expect(blameFile(error, 'The file is damaged.')).toMatchObject({
    code: 'not_video',
    message: 'The file is damaged.',
  });
});

test.each([
  ['that is not installed', new ProcessError('ffmpeg could not be started.', null, '')],
  ['that the system does not find', new ProcessError('ffmpeg ended with 127.', 127, '')],
  [
    'that may not be limited',
    new ProcessError('ffmpeg ended with 1.', 1, 'prlimit: failed to set the AS limit'),
  ],
  ['that was killed by somebody', new ProcessError('ffmpeg ended with SIGKILL.', null, '')],
  [
    'whose disk is full',
    new ProcessError('ffmpeg ended with 228.', 228, 'film.mp4: No space left on device'),
  ],
  ['that never ran', new Error('The worker stops.')],
])('a tool %s does not', (_, error) => {
  expect(blameFile(error, 'The file is damaged.')).toBe(error);
});
