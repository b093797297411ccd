import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FILE_NAMES } from './file-names.ts';
import type { MadeFile } from './files.ts';
import { readFilmPackets } from './film-packets.ts';
import { type FilmStreams, readFilmStreams } from './film-streams.ts';
import { readFragments } from './fragments.ts';
import type { ProbedVideo } from './probe.ts';
import { renditionArguments } from './rendition-arguments.ts';
import { faultOf, type MadeStreams } from './rendition-check.ts';
import { mayCopy, planRenditions, type RenditionPlan } from './rendition-plan.ts';
import { type MediaTools, runFfmpeg } from './run-ffmpeg.ts';
import { masterPlaylist, mediaPlaylist } from './stream-playlists.ts';

export interface Renditions {
  /** The master playlist first; none at all where the film is too short to be worth a stream. */
  files: MadeFile[];
  /** The shorter sides of the renditions in pixels, from low to high. */
  heights: number[];
}

interface RenditionOptions extends MediaTools {
  /** A folder of the job's own. */
  folder: string;
  /** The shorter sides wanted, in pixels. */
  heights: readonly number[];
}

/** Of a film that is over before a stream would have begun, the mp4 serves. */
const SHORTEST_SECONDS = 1;

/**
 * Makes the streams of a film: HLS with fragmented mp4 (CMAF), all renditions cut at the same times, the sound once.
 * Everything is there and checked, or nothing: throws an error with a sentence otherwise, and what runFfmpeg throws.
 */
export async function makeRenditions(
  film: { localPath: string; probed: Pick<ProbedVideo, 'durationSeconds'> },
  options: RenditionOptions,
): Promise<Renditions> {
  const { signal, heights } = options;
  const nothing = { files: [], heights: [] };
  if (film.probed.durationSeconds < SHORTEST_SECONDS || heights.length === 0) return nothing;
  const streams = await readFilmStreams(film.localPath, signal);
  if (streams.picture.end - streams.picture.start < SHORTEST_SECONDS) return nothing;
  const plan = await planFor(film.localPath, streams, options);
  if (plan.cuts === undefined) return runPlan(film.localPath, plan, options);
  try {
    return await runPlan(film.localPath, plan, options);
  } catch (error) {
    // A film whose keyframes are not what they seem can still be encoded throughout.
    if (!(error instanceof StreamFault)) throw error;
    return runPlan(film.localPath, planRenditions(streams, undefined, heights), options);
  }
}

async function planFor(
  localPath: string,
  streams: FilmStreams,
  { heights, signal }: RenditionOptions,
): Promise<RenditionPlan> {
  const packets = mayCopy(streams.picture)
    ? await readFilmPackets(localPath, { clockStart: streams.clockStart, signal })
    : undefined;
  return planRenditions(streams, packets, heights);
}

/** What came out of ffmpeg cannot be played as it should. */
class StreamFault extends Error {
  override readonly name = 'StreamFault';
}

async function runPlan(
  localPath: string,
  plan: RenditionPlan,
  { folder: parent, heights: _, ...tools }: RenditionOptions,
): Promise<Renditions> {
  const folder = await mkdtemp(path.join(parent, 'hls-'));
  try {
    const durationSeconds = plan.end - plan.start;
    await runFfmpeg(renditionArguments(localPath, plan, tools.threads), {
      ...tools,
      folder,
      durationSeconds,
    });
    const made = await readStreams(folder, plan);
    const fault = faultOf(made, plan);
    if (fault) throw new StreamFault(fault);
    return { files: await writePlaylists(folder, made), heights: plan.pictures.map(({ rung }) => rung) };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function readStreams(folder: string, plan: RenditionPlan): Promise<MadeStreams> {
  const read = (name: string) =>
    readFragments(path.join(folder, name)).catch((error: Error) => {
      throw new StreamFault(error.message, { cause: error });
    });
  const pictures = await Promise.all(
    plan.pictures.map(async ({ rung, width, height }) => ({
      ...{ rung, width, height, frameRate: plan.frameRate },
      fragments: await read(FILE_NAMES.rendition(rung)),
    })),
  );
  const sound = plan.sound && {
    channels: plan.sound.channels,
    fragments: await read(FILE_NAMES.sound),
  };
  return { pictures, sound };
}

/** Writes our playlists over ffmpeg's, whose lengths are wrong where frames come at uneven times. */
async function writePlaylists(folder: string, { pictures, sound }: MadeStreams): Promise<MadeFile[]> {
  const files: MadeFile[] = [];
  const keep = (name: string) => files.push({ localPath: path.join(folder, name), purpose: 'play', name });
  const write = async (name: string, text: string) => {
    await writeFile(path.join(folder, name), text);
    keep(name);
  };
  await write(FILE_NAMES.playlist, masterPlaylist(pictures, sound));
  for (const { rung, fragments } of pictures) {
    const name = FILE_NAMES.rendition(rung);
    await write(FILE_NAMES.renditionPlaylist(rung), mediaPlaylist(name, fragments));
    keep(name);
  }
  if (sound) {
    await write(FILE_NAMES.soundPlaylist, mediaPlaylist(FILE_NAMES.sound, sound.fragments));
    keep(FILE_NAMES.sound);
  }
  return files;
}
