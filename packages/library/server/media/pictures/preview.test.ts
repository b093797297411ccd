import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProcess } from '@vesper/core/lib/run-process.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { probeVideo } from '../film/probe.ts';
import { planPictures } from './picture-plan.ts';
import { MOST_PREVIEW_BYTES, previewRate, shrinkPreview } from './preview.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vesper-preview-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([0.5, 3, 6.4, 8])(
  'the rate of %d seconds keeps below the size, a second ahead included',
  (seconds) => {
    const bytes = (previewRate(seconds) * 1000 * (seconds + 1)) / 8;
    expect(bytes).toBeLessThanOrEqual(MOST_PREVIEW_BYTES * 0.86);
    expect(previewRate(seconds)).toBeLessThanOrEqual(500);
    expect(previewRate(seconds, 0.1)).toBeLessThan(previewRate(seconds));
  },
);

test('a preview that has become too large is made smaller, and stays a film', async () => {
  const file = path.join(folder, 'preview.mp4');
  const noise = 'color=c=gray:s=480x270:r=25:d=4,noise=alls=100:allf=t';
  const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '10', '-pix_fmt', 'yuv420p'];
  await runProcess('ffmpeg', ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', noise, ...x264, file], {
    timeoutMs: 60_000,
  });
  expect((await stat(file)).size).toBeGreaterThan(4 * MOST_PREVIEW_BYTES);
  const { signal } = new AbortController();
  const { preview } = planPictures({ durationSeconds: 4, width: 480, height: 270, frameRate: 25 });
  expect(await shrinkPreview(file, preview!, { folder, signal, threads: 1 })).toBe(true);
  expect((await stat(file)).size).toBeLessThanOrEqual(MOST_PREVIEW_BYTES);
  const { durationSeconds, width, height } = await probeVideo(file, { signal });
  expect(durationSeconds).toBeCloseTo(4, 0);
  expect([width % 2, height % 2]).toEqual([0, 0]);
  expect(width).toBeLessThan(480);
});
