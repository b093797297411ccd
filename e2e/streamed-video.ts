import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  FILE_NAMES,
  type MadeFile,
  type MediaFile,
  makePictures,
  makeRenditions,
  probeVideo,
  recordFiles,
} from '../packages/server/src/features/media/index.ts';
import { runProcess } from '../packages/server/src/lib/run-process.ts';
import { makeVideo } from '../packages/server/src/test/factories.ts';
import type { TestSite } from '../packages/server/src/test/site.ts';

/** Of the film, in seconds and pixels. */
export const FILM = { seconds: 24, width: 854, height: 480 };
export const HEIGHTS = [180, 360, 480];

/** A film whose colour turns once around the wheel, so that each moment can be told from the others; with a tone. */
async function makeTurningFilm(target: string): Promise<void> {
  const { seconds, width, height } = FILM;
  const colour = `color=c=red:s=${width}x${height}:r=24:d=${seconds},hue=h=${360 / seconds}*t`;
  const args = [
    ...['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', `${colour},drawgrid=w=60:h=60:t=3:c=white@0.4`],
    ...['-f', 'lavfi', '-i', `sine=frequency=220:duration=${seconds}`, '-c:a', 'aac'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '96', '-pix_fmt', 'yuv420p'],
    ...['-movflags', '+faststart', target],
  ];
  await runProcess('ffmpeg', args, { timeoutMs: 120_000 });
}

/**
 * Publishes the same film twice, with its pictures: once as a film alone and once with streams, all made by the
 * project's own steps and stored in the site. Their ids.
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
    const stored = await store(site, [
      { localPath, purpose: 'play', name: FILE_NAMES.film },
      ...pictures.files,
      ...renditions.files,
    ]);
    const isOfStream = ({ name }: MediaFile) => renditions.files.some((file) => file.name === name);
    const plain = stored.filter((file) => !isOfStream(file));
    return {
      plain: await publish(site, 'A turning colour as a film', plain),
      streamed: await publish(site, 'A turning colour as a stream', stored),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function store(site: TestSite, files: readonly MadeFile[]): Promise<MediaFile[]> {
  const stored: MediaFile[] = [];
  for (const { localPath, purpose, name } of files) {
    const key = `videos/aa/turning/${purpose}-${name}`;
    await site.storage.adopt(localPath, key);
    stored.push({ key, purpose, name, place: 'fs', sizeBytes: null });
  }
  return stored;
}

async function publish({ base }: TestSite, title: string, files: MediaFile[]): Promise<string> {
  const keyOf = (name: string) => files.find((file) => file.name === name)?.key ?? '';
  const id = await makeVideo(base.db, {
    title,
    duration: FILM.seconds,
    width: FILM.width,
    height: FILM.height,
    video_url: keyOf(FILE_NAMES.film),
    thumbnail_url: keyOf(FILE_NAMES.thumbnail(640, 'webp')),
    storyboard_url: keyOf(FILE_NAMES.storyboard),
    hls_url: keyOf(FILE_NAMES.playlist),
  });
  await recordFiles(base.db, id, files);
  return id;
}
