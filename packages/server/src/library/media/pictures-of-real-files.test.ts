import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REAL_FILES, realFile } from '../../test/twenty-files.ts';
import { makeFilm } from './film.ts';
import { makePictures } from './pictures.ts';
import { probeVideo } from './probe.ts';

const { signal } = new AbortController();
const films = REAL_FILES.filter(({ expected }) => expected.ends === 'film');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vesper-real-pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(films)('$name has pictures', { timeout: 120_000 }, async (file) => {
  const target = await mkdtemp(path.join(folder, 'real-'));
  const tools = { folder: target, threads: 1, signal };
  const localPath = await realFile(file);
  const film = await makeFilm(localPath, await probeVideo(localPath, { signal }), tools);
  const { files, problems } = await makePictures(film, tools);
  expect(problems).toEqual([]);
  expect(files.filter(({ purpose }) => purpose === 'thumbnail')).toHaveLength(6);
  const small = files.find(({ name }) => name === '320.avif')?.localPath;
  const { width, height } = film.probed;
  const scale = Math.min(1, 320 / width, 320 / height);
  expect(await sharp(small).metadata()).toMatchObject({
    compression: 'av1',
    width: Math.round(width * scale),
    height: Math.round(height * scale),
  });
  const { channels } = await sharp(small).stats();
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(30);
});
