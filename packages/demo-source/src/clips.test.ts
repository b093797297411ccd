import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CATALOGUE, CATEGORIES } from './catalogue.ts';
import { numberedClip } from './clip.ts';
import { clipNames, ensureClips } from './clips.ts';

const ONE = numberedClip(1);
const TWO = numberedClip(2);

vi.setConfig({ testTimeout: 60_000 });

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'demo-clips-'));
});
afterEach(async () => {
  await rm(directory, { recursive: true });
});

test('makes the missing clips, tells of each, and makes none twice', async () => {
  const made: string[] = [];
  const options = { directory, clips: [ONE, TWO], onMade: ({ slug }: { slug: string }) => made.push(slug) };
  await ensureClips(options);
  expect(made.toSorted()).toEqual([ONE.slug, TWO.slug]);
  expect(await readdir(directory)).toHaveLength(4);
  const before = await stat(join(directory, clipNames(ONE).video));
  await ensureClips(options);
  expect((await stat(join(directory, clipNames(ONE).video))).mtimeMs).toBe(before.mtimeMs);
  const bytes = await readFile(join(directory, clipNames(ONE).video));
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
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
