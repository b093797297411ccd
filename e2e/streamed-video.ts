import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runProcess } from '../packages/core/server/lib/run-process.ts';
import {
  FILE_NAMES,
  type MadeFile,
  type MediaFile,
  makePictures,
  makeRenditions,
  probeVideo,
  recordFiles,
} from '../packages/library/server/media/index.ts';
import { makeVideo } from '../packages/test/factories.ts';
import type { TestSite } from '../packages/test/site.ts';

export const FILM = { seconds: 16, width: 640, height: 360 };
export const HEIGHTS = [90, 180, 360];

/** A film whose hue turns once around the wheel, with a tone. */
async function makeTurningFilm(target: string, seconds: number): Promise<void> {
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
  return withFiles(site, { seconds: FILM.seconds, heights: HEIGHTS }, async ({ plain, streams }) => ({
    plain: await publish(site, plain, { title: 'A turning colour as a film' }),
    streamed: await publish(site, [...plain, ...streams], { title: 'A turning colour as a stream' }),
  }));
}

/** Publishes a short film with pictures in every size, storyboard, preview and streams. Its id. */
export async function publishShortFilm(site: TestSite, fields: VideoFields): Promise<string> {
  const made = { seconds: SHORT, heights: HEIGHTS.slice(0, 2) };
  return withFiles(site, made, ({ plain, streams }) =>
    publish(site, [...plain, ...streams], { ...fields, duration: SHORT }),
  );
}

/** Long enough for a storyboard and a preview, in seconds. */
const SHORT = 4;

/** Makes a film's files in a temporary folder and stores them in the site. */
async function withFiles<T>(
  site: TestSite,
  { seconds, heights }: { seconds: number; heights: number[] },
  use: (files: { plain: MediaFile[]; streams: MediaFile[] }) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-film-'));
  try {
    const localPath = path.join(folder, 'film.mp4');
    await makeTurningFilm(localPath, seconds);
    const tools = { folder, threads: 2, signal: new AbortController().signal };
    const film = { localPath, probed: await probeVideo(localPath, tools) };
    const pictures = await makePictures(film, tools);
    const renditions = await makeRenditions(film, { ...tools, heights });
    const own = { localPath, purpose: 'play', name: FILE_NAMES.film } as const;
    const name = path.basename(folder);
    return await use({
      plain: await store(site, name, [own, ...pictures.files]),
      streams: await store(site, name, renditions.files),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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

type VideoFields = Parameters<typeof makeVideo>[1];

async function publish({ base }: TestSite, files: MediaFile[], fields: VideoFields): Promise<string> {
  const keyOf = (name: string) => files.find((file) => file.name === name)?.key ?? '';
  const id = await makeVideo(base.db, {
    ...{ duration: FILM.seconds, width: FILM.width, height: FILM.height },
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
