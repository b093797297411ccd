import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CATALOGUE, CATEGORIES } from './catalogue.ts';
import { numberedClip } from './clip.ts';
import { ensureClips } from './clips.ts';

vi.setConfig({ testTimeout: 60_000 });

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'demo-clips-'));
});
afterEach(async () => {
  await rm(directory, { recursive: true });
});

test('a failure is a sentence, an abort its reason, and nothing half-made is left', async () => {
  const broken = numberedClip(3, { picture: () => 'no-such-filter' });
  await expect(ensureClips({ directory, clips: [broken] })).rejects.toThrow(
    `ffmpeg could not make the clip "${broken.title}": `,
  );
  const stop = new AbortController();
  const endless = numberedClip(4, { durationSeconds: 500_000 });
  const run = ensureClips({ directory, clips: [endless], signal: stop.signal });
  await expect.poll(() => readdir(directory), { timeout: 30_000 }).not.toEqual([]);
  stop.abort(new Error('enough'));
  await expect(run).rejects.toThrow('enough');
  expect(await readdir(directory)).toEqual([]);
});

test('the catalogue fills a page, each clip is another, and the first eight show every category', () => {
  expect(CATALOGUE).toHaveLength(32);
  expect(new Set(CATALOGUE.map(({ slug }) => slug)).size).toBe(32);
  expect(CATALOGUE.map(({ slug }) => slug)).toContain('moire-of-two-ring-systems');
  expect(new Set(CATALOGUE.map((clip) => clip.picture(clip))).size).toBe(32);
  expect(CATALOGUE.slice(0, 8).map(({ category }) => category)).toEqual(CATEGORIES);
});
