import { runFfprobe } from './run-ffmpeg.ts';

/** What a film's packets tell without decoding. Times are in seconds from the film's beginning. */
export interface FilmPackets {
  /** The display times of frames that a player can start at. */
  keyframes: number[];
  /** Whether playback can really start at each of them: no later packet is displayed before it. */
  isClosed: boolean;
  bytes: number;
}

const KNOWN_LINE = /^(-?[\d.]+),(\d+),(\w*)/;

/** Listing the packets of an hour takes about a second. */
const CPU_PER_SECOND = 0.05;

/**
 * Reads a film's packets one by one, in stored order, without decoding. `clockStart` is the time in the file at the
 * film's beginning. Throws ProcessError.
 */
export async function readFilmPackets(
  localPath: string,
  options: { videoIndex: number; durationSeconds: number; clockStart: number; signal: AbortSignal },
): Promise<FilmPackets> {
  const { videoIndex, durationSeconds, clockStart, signal } = options;
  const reading = gatherPackets(clockStart);
  const cpuSeconds = Math.ceil(60 + durationSeconds * CPU_PER_SECOND);
  await runFfprobe(packetArguments(localPath, videoIndex), { signal, cpuSeconds, onLine: reading.add });
  return reading.packets;
}

function packetArguments(localPath: string, videoIndex: number): string[] {
  const entries = ['-show_entries', 'packet=pts_time,size,flags'];
  return ['-select_streams', String(videoIndex), ...entries, '-of', 'csv=p=0', localPath];
}

/** Parses lines such as `0.033333,12873,K_`. Frames that are never displayed break what follows them. */
export function gatherPackets(clockStart = 0): { packets: FilmPackets; add: (line: string) => void } {
  const packets: FilmPackets = { keyframes: [], isClosed: true, bytes: 0 };
  const add = (line: string) => {
    if (line === '') return;
    const [, shownAt, size, flags = ''] = KNOWN_LINE.exec(line) ?? [];
    const last = packets.keyframes.at(-1);
    const time = Number(shownAt) - clockStart;
    packets.bytes += Number(size) || 0;
    if (flags.startsWith('K')) packets.keyframes.push(time);
    else if (last === undefined || !(time > last)) packets.isClosed = false;
    if (flags.includes('D') || !(time >= (last ?? 0))) packets.isClosed = false;
  };
  return { packets, add };
}
