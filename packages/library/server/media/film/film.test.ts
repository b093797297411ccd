import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProcess } from '@vesper/core/lib/run-process.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBoxes } from '../../../../test/mp4-boxes.ts';
import { REAL_FILES, type RealFile, realFile } from '../../../../test/twenty-files.ts';
import { believableSeconds, type Film, makeFilm } from './film.ts';
import { probeVideo } from './probe.ts';
import { runFfprobe } from './run-ffmpeg.ts';

const { signal } = new AbortController();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vesper-film-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function filmOf(name: string, localPath: string): Promise<Film> {
  const probed = await probeVideo(localPath, { signal });
  return makeFilm(localPath, probed, { folder: path.join(folder, name), threads: 2, signal });
}

test.each(REAL_FILES)('a real file $name ends as expected', { timeout: 120_000 }, async (file) => {
  const { expected, name } = file;
  const making = realFile(file).then((localPath) => filmOf(name, localPath));
  if (expected.ends === 'refused') {
    await expect(making).rejects.toMatchObject({
      code: 'not_video',
      message: expect.stringMatching(expected.sentence),
    });
    return;
  }
  const { localPath, probed, madeBy } = await making;
  const { width, height, hasAudio, seconds } = expected;
  expect({ madeBy, ...probed }).toMatchObject({ madeBy: expected.madeBy, width, height, hasAudio });
  expect(Math.abs(probed.durationSeconds - seconds)).toBeLessThan(0.1);
  await expectPlayable(localPath);
});

interface Counted {
  streams: { codec_type: string; nb_read_packets: string; nb_read_frames: string }[];
  packets: { pts_time: string; duration_time: string }[];
  chapters: unknown[];
  format: { duration: string; tags?: Record<string, string> };
}

async function countAll(localPath: string): Promise<Counted> {
  const counting = '-count_frames -count_packets -show_packets -show_streams -show_chapters -show_format';
  return JSON.parse(await runFfprobe([...counting.split(' '), '-of', 'json', localPath], { signal }));
}

/** Every packet of the picture decodes, the length is that of the packets, and the index is in front. */
async function expectPlayable(localPath: string): Promise<void> {
  const { streams, packets, format } = await countAll(localPath);
  expect(streams[0]).toMatchObject({ codec_type: 'video', nb_read_frames: streams[0]?.nb_read_packets });
  expect(streams.slice(1).every(({ codec_type }) => codec_type === 'audio')).toBe(true);
  const ends = packets.map(({ pts_time, duration_time }) => Number(pts_time) + Number(duration_time));
  expect(Math.abs(Math.max(...ends) - Number(format.duration))).toBeLessThan(0.1);
  const types = readBoxes(await readFile(localPath)).map(({ type }) => type);
  expect(types.indexOf('moov')).toBeLessThan(types.indexOf('mdat'));
}

test('a film holds picture and sound, and nothing that tells where or by whom it was made', async () => {
  const localPath = path.join(folder, 'talkative.mkv');
  const [subtitles, chapters] = [path.join(folder, 'words.srt'), path.join(folder, 'chapters.txt')];
  await writeFile(subtitles, '1\n00:00:00,000 --> 00:00:01,000\nPRIVATE words\n');
  await writeFile(
    chapters,
    ';FFMETADATA1\ntitle=PRIVATE\nlocation=+48.85-2.35/\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=1\ntitle=PRIVATE\n',
  );
  const inputs = [await realFile(named('h264.mp4')), subtitles, chapters].flatMap((file) => ['-i', file]);
  const tags = ['-metadata:s:v', 'title=PRIVATE', '-metadata:s:a', 'comment=PRIVATE', '-attach', chapters];
  const maps = '-map 0 -map 1 -map_metadata 2 -map_chapters 2 -metadata:s:t mimetype=text/plain'.split(' ');
  await runProcess('ffmpeg', ['-v', 'error', ...inputs, ...maps, ...tags, '-c', 'copy', localPath], {
    timeoutMs: 60_000,
  });
  expect((await readFile(localPath)).includes('PRIVATE')).toBe(true);

  const film = await filmOf('talkative', localPath);
  const { streams, chapters: kept, format } = await countAll(film.localPath);
  expect(streams.map(({ codec_type }) => codec_type)).toEqual(['video', 'audio']);
  expect(kept).toEqual([]);
  expect(Object.keys(format.tags ?? {}).sort()).toEqual([
    'compatible_brands',
    'major_brand',
    'minor_version',
  ]);
  expect((await readFile(film.localPath)).includes('PRIVATE')).toBe(false);
});

test('what no copy can hold is re-encoded', async () => {
  const bytes = Buffer.from(await readFile(await realFile(named('h264.ts'))));
  // The first packet of sound promises a list of channels that is missing, which mp4 cannot store.
  const sound = bytes.indexOf(Buffer.from([0xff, 0xf1]), bytes.indexOf(Buffer.from([0, 0, 1, 0xc0])));
  bytes.writeUInt16BE(bytes.readUInt16BE(sound + 2) & ~0x01c0, sound + 2);
  const localPath = path.join(folder, 'unlisted.ts');
  await writeFile(localPath, bytes);
  expect(await filmOf('unlisted', localPath)).toMatchObject({ madeBy: 'encode', probed: { hasAudio: true } });
});

test('a header is believed as far as its bytes go', async () => {
  const probed = await probeVideo(await realFile(named('h264.mp4')), { signal });
  expect(believableSeconds({ ...probed, durationSeconds: 36_000, sizeBytes: 50_000 })).toBe(100);
  expect(believableSeconds({ ...probed, durationSeconds: 0, sizeBytes: 50_000 })).toBe(100);
  expect(believableSeconds({ ...probed, durationSeconds: 60, sizeBytes: 50_000 })).toBe(60);
});

function named(name: string): RealFile {
  const file = REAL_FILES.find((one) => one.name === name);
  if (!file) throw new Error(`No file is called ${name}.`);
  return file;
}
