import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { formatSeconds, SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { isCutOff } from './cut-off.ts';
import { FILM_FILE, type FilmPlan, planFilm } from './film-plan.ts';
import { type ProbedVideo, probeVideo } from './probe.ts';
import { blameFile, isRefusal } from './refusal.ts';
import { inputArguments, type MediaWork, runFfmpeg, runFfprobe } from './run-ffmpeg.ts';

export interface Film {
  /** An mp4 for current browsers, with its index in front and only picture and sound. */
  localPath: string;
  /** Of the mp4; the duration is that of its packets. */
  probed: ProbedVideo;
  madeBy: FilmPlan['madeBy'];
}

const LONGEST_SECONDS = 7 * 86_400;
/** Headers may be slightly wrong, and films may lack their last frames. */
const MISSING_SHARE = 0.02;
const MISSING_SECONDS = 0.5;

/** Copies what browsers play, else encodes. Throws SourceError `not_video` if the file is damaged or cut off. */
export async function makeFilm(localPath: string, probed: ProbedVideo, options: MediaWork): Promise<Film> {
  await mkdir(options.folder, { recursive: true });
  try {
    const madeBy = await writeFilm(localPath, probed, options);
    const film = path.join(options.folder, FILM_FILE);
    const made = await probeVideo(film, options);
    requireLength(made);
    await requireWhole(localPath, probed, made);
    if (madeBy === 'copy') await requirePictures(film, made, options);
    return { localPath: film, probed: made, madeBy };
  } catch (error) {
    throw blameFile(error, 'The file is damaged: its content could not be made into a video.');
  }
}

async function writeFilm(
  localPath: string,
  probed: ProbedVideo,
  options: MediaWork,
): Promise<Film['madeBy']> {
  const plan = planFilm(probed, options);
  try {
    await runPlan(localPath, probed, plan, options);
    return plan.madeBy;
  } catch (error) {
    // A copy may fail where encoding works, for example on packets in an order that mp4 cannot hold.
    if (plan.madeBy === 'encode' || !isRefusal(error)) throw error;
    await runPlan(localPath, probed, planFilm(probed, { ...options, encode: true }), options);
    return 'encode';
  }
}

async function runPlan(
  localPath: string,
  probed: ProbedVideo,
  plan: FilmPlan,
  options: MediaWork,
): Promise<void> {
  await runFfmpeg([...inputArguments(localPath), ...plan.args], {
    ...options,
    durationSeconds: believableSeconds(probed),
    cpuPerSecond: plan.madeBy === 'copy' ? 2 : 60,
    maxFileBytes: 1024 ** 3 + 10 * probed.sizeBytes,
  });
}

/** The header's length, limited to what the bytes can hold at 4 kbit/s: the time limit depends on it. */
export function believableSeconds({ durationSeconds, sizeBytes }: ProbedVideo): number {
  return Math.min(durationSeconds || Number.POSITIVE_INFINITY, (sizeBytes * 8) / 4000);
}

function requireLength({ durationSeconds }: ProbedVideo): void {
  if (durationSeconds === 0) throw new SourceError('not_video', 'The video has no length.');
  if (durationSeconds > LONGEST_SECONDS) {
    throw new SourceError('not_video', 'The video is longer than a week, which is not accepted.');
  }
}

/** Headers are often wrong: a shorter film is an error only if the file may be truncated. */
async function requireWhole(localPath: string, promised: ProbedVideo, made: ProbedVideo): Promise<void> {
  const missing = promised.durationSeconds - made.durationSeconds;
  if (missing <= Math.max(MISSING_SECONDS, promised.durationSeconds * MISSING_SHARE)) return;
  if ((await isCutOff(localPath)) === false) return;
  const [came, said] = [made, promised].map((one) => formatSeconds(one.durationSeconds * 1000));
  throw new SourceError('not_video', `The file is cut off: it promises ${said} and holds ${came}.`);
}

/** At the beginning, and one second before the end. */
const TRIED_PACKETS = 48;

/** Copied packets have not been decoded: tries some at both ends. */
async function requirePictures(film: string, made: ProbedVideo, options: MediaWork): Promise<void> {
  const counted = await runFfprobe(tryArguments(film, made.durationSeconds), options);
  const { streams } = JSON.parse(counted) as {
    streams: { nb_read_frames?: string; nb_read_packets?: string }[];
  };
  const frames = Number(streams[0]?.nb_read_frames ?? 0);
  const packets = Number(streams[0]?.nb_read_packets ?? 0);
  // Interlaced pictures take two packets, and some packets are never displayed.
  if (frames === 0 || frames < packets / 3) {
    throw new SourceError('not_video', 'The file is damaged: its packets are not pictures.');
  }
}

export function tryArguments(film: string, durationSeconds: number): string[] {
  const end = Math.max(0, durationSeconds - 1).toFixed(3);
  return [
    ...['-select_streams', 'v:0', '-count_frames', '-count_packets'],
    ...['-read_intervals', `%+#${TRIED_PACKETS},${end}%+#${TRIED_PACKETS}`],
    ...['-show_entries', 'stream=nb_read_frames,nb_read_packets', '-of', 'json', film],
  ];
}
