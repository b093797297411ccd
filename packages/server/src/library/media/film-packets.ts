import { runFfprobe } from './run-ffmpeg.ts';

/** What the frames of a film say without being decoded. Times are in seconds from the film's beginning. */
export interface FilmPackets {
  /** When the frames are shown that a player can begin with. */
  keyframes: number[];
  /** Whether each of them can really be begun with: nothing that comes after it is shown before it. */
  isClosed: boolean;
  bytes: number;
}

const KNOWN_LINE = /^(-?[\d.]+),(\d+),(\w*)/;

/** To list the packets of an hour takes about a second. */
const CPU_PER_SECOND = 0.05;

/**
 * Reads a film's frames one by one, in the order in which they are stored, without decoding any. `clockStart` is what
 * the file's own clock says at the film's beginning. Throws ProcessError.
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

/** Gathers lines such as `0.033333,12873,K_`. Frames that are never shown spoil what comes after them. */
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
