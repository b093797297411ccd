import { copyFile, mkdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProcess } from '@vesper/core/lib/run-process.ts';
import { editBoxes } from './mp4-boxes.ts';

/** Raised when a recipe changes, to make its file again. */
const EDITION = 2;
const DIRECTORY = fileURLToPath(new URL(`../../../../.cache/test-clips/files-${EDITION}`, import.meta.url));

interface ExpectedFilm {
  ends: 'film';
  madeBy: 'copy' | 'encode';
  width: number;
  height: number;
  seconds: number;
  hasAudio: boolean;
}

export interface RealFile {
  name: string;
  expected: ExpectedFilm | { ends: 'refused'; sentence: RegExp };
  make(target: string): Promise<void>;
}

const film = (expected: Partial<ExpectedFilm> = {}): ExpectedFilm => ({
  ...{ ends: 'film', madeBy: 'encode', width: 320, height: 180, seconds: 1, hasAudio: true },
  ...expected,
});
const refused = (sentence: RegExp) => ({ ends: 'refused', sentence }) as const;

const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const AAC = ['-c:a', 'aac', '-b:a', '64k'];

/** Small files as sources send them: each ends as a film that plays, or is refused with a sentence. */
export const REAL_FILES: readonly RealFile[] = [
  { name: 'h264.mp4', expected: film({ madeBy: 'copy' }), make: encoded([...H264, ...AAC]) },
  { name: 'h264.ts', expected: film({ madeBy: 'copy' }), make: encoded([...H264, ...AAC]) },
  {
    name: 'hevc.mp4',
    expected: film(),
    make: encoded(['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', ...AAC]),
  },
  {
    name: 'vp9.webm',
    expected: film({ madeBy: 'copy' }),
    make: encoded(['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus']),
  },
  {
    name: 'mpeg4.avi',
    expected: film(),
    make: encoded(['-c:v', 'mpeg4', '-bf', '2', '-c:a', 'libmp3lame']),
  },
  {
    name: 'no-audio.mp4',
    expected: film({ madeBy: 'copy', hasAudio: false }),
    make: encoded(H264, { sound: '' }),
  },
  {
    name: 'unaccepted-codec.mkv',
    expected: refused(/contains ffv1, which is not accepted/),
    make: encoded(['-c:v', 'ffv1', ...AAC]),
  },
  { name: 'rotated.mp4', expected: film({ madeBy: 'copy', width: 180, height: 320 }), make: rotated },
  {
    name: 'odd-sides.mkv',
    expected: film({ width: 322, height: 182 }),
    make: encoded(['-c:v', 'libx264', '-preset', 'ultrafast', '-vf', 'format=yuv444p,pad=321:181', ...AAC]),
  },
  {
    name: 'interlaced.mpg',
    expected: film(),
    make: encoded(['-c:v', 'mpeg2video', '-flags', '+ildct+ilme', '-top', '1', '-c:a', 'mp2'], {
      rate: '25',
    }),
  },
  {
    name: 'one-frame.mp4',
    expected: film({ madeBy: 'copy', seconds: 1 / 24, hasAudio: false }),
    make: encoded([...H264, '-frames:v', '1'], { sound: '' }),
  },
  {
    name: 'no-length.webm',
    expected: film({ madeBy: 'copy', hasAudio: false }),
    // As browsers record it: the length is never filled in.
    make: encoded(['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-live', '1'], {
      sound: '',
    }),
  },
  { name: 'no-index.mp4', expected: refused(/not a readable video/), make: withoutIndex },
  { name: 'wrong-index.mp4', expected: refused(/damaged/), make: withWrongIndex },
  {
    name: 'cut-off.mp4',
    expected: refused(/cut off: it promises 3(?:\.0)? seconds and holds [12]\.\d seconds/),
    make: cut(['-movflags', '+faststart']),
  },
  { name: 'cut-off-index.mp4', expected: refused(/cut off before its index/), make: cut([]) },
  {
    name: 'audio-only.mp4',
    expected: refused(/no moving picture/),
    make: (target) => ffmpeg(['-f', 'lavfi', '-i', 'sine=frequency=330:duration=1', ...AAC, target]),
  },
  {
    name: 'text.mp4',
    expected: refused(/is text, not a video/),
    make: (target) => writeFile(target, 'Dear reader,\n'.repeat(99)),
  },
  { name: 'playlist.mp4', expected: refused(/is a playlist/), make: playlist },
  { name: 'ten-hours.mp4', expected: film({ madeBy: 'copy' }), make: withLongHeader },
];

/** The path of the file, made once and kept between runs. Not to be written to. */
export async function realFile({ name, make }: Pick<RealFile, 'name' | 'make'>): Promise<string> {
  const target = path.join(DIRECTORY, name);
  if (await stat(target).catch(() => undefined)) return target;
  await mkdir(DIRECTORY, { recursive: true });
  const partial = path.join(DIRECTORY, `partial-${process.pid}-${name}`);
  try {
    await make(partial);
    await rename(partial, target);
  } finally {
    await rm(partial, { force: true });
  }
  return target;
}

interface Clip {
  seconds?: number;
  size?: string;
  rate?: string;
  /** A lavfi source; none if empty. */
  sound?: string;
}

export function encoded(output: readonly string[], clip: Clip = {}): RealFile['make'] {
  const {
    seconds = 1,
    size = '320x180',
    rate = '24',
    sound = `sine=frequency=330:duration=${seconds}`,
  } = clip;
  const picture = `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`;
  const inputs = [picture, sound].filter(Boolean).flatMap((source) => ['-f', 'lavfi', '-i', source]);
  return async (target) => {
    await ffmpeg([...inputs, ...output, target]);
  };
}

async function ffmpeg(args: readonly string[]): Promise<void> {
  await runProcess('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], { timeoutMs: 120_000 });
}

async function rotated(target: string): Promise<void> {
  await encoded([...H264, ...AAC])(target);
  const matrix = Buffer.alloc(36);
  // A quarter to the right: x' = -y, y' = x (ISO/IEC 14496-12, section 8.3.2).
  for (const [at, value] of [
    [4, 0x10000],
    [12, -0x10000],
    [24, 180 * 0x10000],
    [32, 0x40000000],
  ] as const) {
    matrix.writeInt32BE(value, at);
  }
  const turned = editBoxes(
    await readFile(target),
    'tkhd',
    (header) => void (isPicture(header) && matrix.copy(header, 40)),
  );
  await writeFile(target, turned);
}

/** Sound has no picture size. */
function isPicture(trackHeader: Buffer): boolean {
  return trackHeader.readUInt32BE(trackHeader.length - 8) > 0;
}

async function withoutIndex(target: string): Promise<void> {
  await encoded([...H264, ...AAC])(target);
  const bytes = await readFile(target);
  bytes.fill(0, bytes.lastIndexOf('moov'));
  await writeFile(target, bytes);
}

/** Every packet's offset is wrong by some bytes. */
async function withWrongIndex(target: string): Promise<void> {
  await encoded(H264, { sound: '' })(target);
  const bytes = editBoxes(await readFile(target), 'stco', (body) => {
    for (let at = 8; at + 4 <= body.length; at += 4) body.writeUInt32BE(body.readUInt32BE(at) + 1717, at);
  });
  await writeFile(target, bytes);
}

function cut(options: readonly string[]): RealFile['make'] {
  return async (target) => {
    const whole = `${target}.whole.mp4`;
    await encoded([...H264, ...AAC, '-g', '12', ...options], { seconds: 3 })(whole);
    await copyFile(whole, target);
    await truncate(target, Math.floor((await stat(whole)).size * 0.6));
    await rm(whole);
  };
}

/** Names an existing film beside it. */
async function playlist(target: string): Promise<void> {
  await writeFile(target, '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:1,\nh264.ts\n#EXT-X-ENDLIST\n');
}

const TEN_HOURS = 36_000;

async function withLongHeader(target: string): Promise<void> {
  await encoded([...H264, ...AAC, '-movflags', '+faststart'])(target);
  let bytes: Buffer = await readFile(target);
  // Headers of movies count in thousandths, those of tracks in their own units.
  bytes = editBoxes(bytes, 'mvhd', (body) => body.writeUInt32BE(TEN_HOURS * body.readUInt32BE(12), 16));
  bytes = editBoxes(bytes, 'tkhd', (body) => body.writeUInt32BE(TEN_HOURS * 1000, 20));
  bytes = editBoxes(bytes, 'elst', (body) => body.writeUInt32BE(TEN_HOURS * 1000, 8));
  bytes = editBoxes(bytes, 'mdhd', (body) => body.writeUInt32BE(TEN_HOURS * body.readUInt32BE(12), 16));
  await writeFile(target, bytes);
}
