import { appendFile, mkdtemp, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProcess } from '../packages/server/src/kernel/lib/run-process.ts';
import {
  FILE_NAMES,
  type MadeFile,
  type MediaFile,
  makeFilm,
  makePictures,
  makeRenditions,
  probeVideo,
  recordFiles,
} from '../packages/server/src/library/media/index.ts';
import { makeVideo } from '../packages/server/src/test/factories.ts';
import type { TestSite } from '../packages/server/src/test/site.ts';

/** Of the film, in seconds and pixels. */
export const FILM = { seconds: 16, width: 640, height: 360 };
export const HEIGHTS = [90, 180, 360];

/** A film whose hue turns once around the wheel, so that moments can be told apart; with a tone. */
async function makeTurningFilm(target: string, seconds = FILM.seconds): Promise<void> {
  const { width, height } = FILM;
  const colour = `color=c=red:s=${width}x${height}:r=12:d=${seconds},hue=h=${360 / seconds}*t`;
  const args = [
    ...['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', `${colour},drawgrid=w=60:h=60:t=3:c=white@0.4`],
    ...['-f', 'lavfi', '-i', `sine=frequency=220:duration=${seconds}`, '-c:a', 'aac'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '48', '-pix_fmt', 'yuv420p'],
    ...['-movflags', '+faststart', target],
  ];
  await runProcess('ffmpeg', args, { timeoutMs: 120_000 });
}

/**
 * Publishes the same film twice, with its pictures: once without and once with streams, made by the project's own steps
 * and stored in the site. Returns their ids.
 */
export async function publishTurningFilm(site: TestSite): Promise<{ plain: string; streamed: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-film-'));
  try {
    const localPath = path.join(folder, 'film.mp4');
    await makeTurningFilm(localPath);
    const tools = { folder, threads: 2, signal: new AbortController().signal };
    const film = { localPath, probed: await probeVideo(localPath, tools) };
    const pictures = await makePictures(film, tools);
    const renditions = await makeRenditions(film, { ...tools, heights: HEIGHTS });
    const stored = await store(site, 'turning', [
      { localPath, purpose: 'play', name: FILE_NAMES.film },
      ...pictures.files,
      ...renditions.files,
    ]);
    const isOfStream = ({ name }: MediaFile) => renditions.files.some((file) => file.name === name);
    const plain = stored.filter((file) => !isOfStream(file));
    return {
      plain: await publish(site, { title: 'A turning colour as a film', ...FILM }, plain),
      streamed: await publish(site, { title: 'A turning colour as a stream', ...FILM }, stored),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Long enough for a storyboard and a preview, in seconds. */
const SHORT = 4;
/** Of the short film, in bytes: more than a connection takes in advance. */
const PADDING = 64_000_000;

/**
 * Publishes a short film with all that a video can have: pictures in every size, storyboard, preview, streams. Its file is
 * large enough that its transfer can be seen to be cut off. Its id.
 */
export async function publishShortFilm(site: TestSite, fields: VideoFields): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-short-'));
  try {
    const localPath = path.join(folder, 'film.mp4');
    await makeTurningFilm(localPath, SHORT);
    const tools = { folder, threads: 2, signal: new AbortController().signal };
    const film = { localPath, probed: await probeVideo(localPath, tools) };
    const pictures = await makePictures(film, tools);
    const renditions = await makeRenditions(film, { ...tools, heights: HEIGHTS.slice(0, 2) });
    await pad(localPath);
    const own = { localPath, purpose: 'play', name: FILE_NAMES.film } as const;
    const files = await store(site, path.basename(folder), [own, ...pictures.files, ...renditions.files]);
    return await publish(site, { title: '', ...FILM, seconds: SHORT }, files, fields);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Appends a box of zeros that players skip (ISO/IEC 14496-12, 8.1.2). */
async function pad(file: string): Promise<void> {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(PADDING, 0);
  header.write('free', 4);
  await appendFile(file, header);
  await truncate(file, (await stat(file)).size + PADDING - header.length);
}

/** The start and end of a film's picture and sound, in seconds. */
export interface Spans {
  picture: [start: number, end: number];
  sound: [start: number, end: number];
}

/** Publishes a small test chart whose picture and sound last that long, made by the project's own steps; its id. */
export async function publishChart(site: TestSite, spans: Spans): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-chart-'));
  try {
    const tools = { folder, threads: 2, signal: new AbortController().signal };
    const source = path.join(folder, 'source.mp4');
    await makeChart(source, spans);
    const film = await makeFilm(source, await probeVideo(source, tools), tools);
    const { files } = await makeRenditions(film, { ...tools, heights: [90, 180] });
    const title = `Chart, picture ${spans.picture.join(' to ')}, sound ${spans.sound.join(' to ')}`;
    const own = { localPath: film.localPath, purpose: 'play', name: FILE_NAMES.film } as const;
    const stored = await store(site, path.basename(folder), [own, ...files]);
    const { durationSeconds, width, height } = film.probed;
    return await publish(site, { title, seconds: Math.round(durationSeconds), width, height }, stored);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeChart(target: string, { picture, sound }: Spans): Promise<void> {
  const input = ([start, end]: [number, number], what: string) => [
    ...['-itsoffset', String(start), '-f', 'lavfi', '-i', `${what}:duration=${end - start}`],
  ];
  const args = [
    ...['-nostdin', '-v', 'error', ...input(picture, 'testsrc2=size=320x180:rate=24')],
    ...[...input(sound, 'sine=frequency=220'), '-map', '0:v', '-map', '1:a', '-c:a', 'aac'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-g', '48', '-pix_fmt', 'yuv420p'],
    // Otherwise frames are inserted before a picture that starts late.
    ...['-fps_mode', 'vfr', target],
  ];
  await runProcess('ffmpeg', args, { timeoutMs: 120_000 });
}

async function store(site: TestSite, folder: string, files: readonly MadeFile[]): Promise<MediaFile[]> {
  const stored: MediaFile[] = [];
  for (const { localPath, purpose, name } of files) {
    const key = `videos/aa/${folder}/${purpose}-${name}`;
    await site.storage.adopt(localPath, key);
    stored.push({ key, purpose, name, place: 'fs', sizeBytes: null });
  }
  return stored;
}

interface Shape {
  title: string;
  seconds: number;
  width: number;
  height: number;
}

type VideoFields = Parameters<typeof makeVideo>[1];

async function publish(
  { base }: TestSite,
  shape: Shape,
  files: MediaFile[],
  fields: VideoFields = {},
): Promise<string> {
  const { title, seconds, width, height } = shape;
  const keyOf = (name: string) => files.find((file) => file.name === name)?.key ?? '';
  const id = await makeVideo(base.db, {
    ...{ title, duration: seconds, width, height },
    video_url: keyOf(FILE_NAMES.film),
    thumbnail_url: keyOf(FILE_NAMES.thumbnail(640, 'webp')),
    storyboard_url: keyOf(FILE_NAMES.storyboard),
    hls_url: keyOf(FILE_NAMES.playlist),
    preview_url: keyOf(FILE_NAMES.preview),
    ...fields,
  });
  await recordFiles(base.db, id, files);
  return id;
}
