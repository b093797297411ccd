import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProcess } from '@vesper/core/lib/run-process.ts';

const DIRECTORY = fileURLToPath(new URL('../../.cache/test-clips', import.meta.url));
/** Raised when clips change, to make them again. */
const EDITION = 1;
const SECONDS = 3;

export type StreamFiles = ReadonlyMap<string, Buffer>;

export const STREAM_KEY = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');

/** ffmpeg's arguments for the clips `large.mp4` and `small.mp4`. */
const KINDS = {
  ts: hls('-f hls -hls_segment_type mpegts', { renditions: true }),
  fmp4: hls('-f hls -hls_segment_type fmp4', { renditions: true }),
  ranges: hls('-f hls -hls_segment_type mpegts -hls_flags single_file', { name: 'film.ts' }),
  fmp4Ranges: hls('-f hls -hls_segment_type fmp4 -hls_flags single_file', { name: 'film.mp4' }),
  /** AES-128 with an initialization vector of zeros. */
  encrypted: hls('-f hls -hls_segment_type mpegts -hls_key_info_file key.info'),
  apart: [
    ...input('large'),
    ...['-map', '0:v', '-map', '0:a', '-c', 'copy', '-f', 'hls', '-hls_time', '1'],
    ...['-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4', '-master_pl_name', 'master.m3u8'],
    ...['-var_stream_map', 'v:0,agroup:sound a:0,agroup:sound,default:yes'],
    ...['-hls_fmp4_init_filename', 'init-%v.mp4', '-hls_segment_filename', 'seg-%v-%d.m4s', 'media-%v.m3u8'],
  ],
  dash: dash('-use_template 1 -use_timeline 1'),
  dashNumbers: dash('-use_template 1 -use_timeline 0'),
  /** SegmentList with byte ranges. */
  dashList: dash('-single_file 1'),
} as const;

export type StreamKind = keyof typeof KINDS;

/** A stream made by ffmpeg once and kept between runs. */
export async function streamClip(kind: StreamKind): Promise<StreamFiles> {
  const folder = path.join(DIRECTORY, `stream-${kind}-${EDITION}`);
  const made = await readFiles(folder);
  if (made) return made;
  const temporary = `${folder}.${process.pid}`;
  await mkdir(temporary, { recursive: true });
  await makeClips(temporary);
  await run(KINDS[kind], temporary);
  for (const name of ['large.mp4', 'small.mp4', 'key.info']) await rm(path.join(temporary, name));
  // Another run may have been faster.
  await rename(temporary, folder).catch(() => rm(temporary, { recursive: true }));
  return (await readFiles(folder)) ?? new Map();
}

function hls(options: string, { renditions = false, name = 'seg-%d.ts' } = {}): string[] {
  const streams = ['-map', '0:v', '-map', '0:a', '-c', 'copy', '-hls_time', '1', '-hls_playlist_type', 'vod'];
  if (!renditions)
    return [
      ...input('large'),
      ...streams,
      ...options.split(' '),
      '-hls_segment_filename',
      name,
      'media.m3u8',
    ];
  return [
    ...[...input('large'), ...input('small'), '-map', '0:v', '-map', '0:a', '-map', '1:v', '-map', '1:a'],
    ...['-c', 'copy', '-hls_time', '1', '-hls_playlist_type', 'vod', ...options.split(' ')],
    ...['-master_pl_name', 'master.m3u8', '-var_stream_map', 'v:0,a:0 v:1,a:1'],
    ...['-hls_fmp4_init_filename', 'init-%v.mp4', '-hls_segment_filename', 'seg-%v-%d.ts', 'media-%v.m3u8'],
  ];
}

function dash(options: string): string[] {
  return [
    ...[...input('large'), ...input('small'), '-map', '0:v', '-map', '1:v', '-map', '0:a', '-c', 'copy'],
    ...['-f', 'dash', '-seg_duration', '1', '-adaptation_sets', 'id=0,streams=v id=1,streams=a'],
    ...[...options.split(' '), 'manifest.mpd'],
  ];
}

function input(name: string): string[] {
  return ['-i', `${name}.mp4`];
}

async function makeClips(folder: string): Promise<void> {
  for (const [name, size] of [
    ['large', '160x90'],
    ['small', '96x54'],
  ])
    await run(
      [
        ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=12:duration=${SECONDS}`],
        ...['-f', 'lavfi', '-i', `sine=frequency=330:duration=${SECONDS}`],
        ...['-c:v', 'libx264', '-preset', 'ultrafast', '-profile:v', 'baseline', '-pix_fmt', 'yuv420p'],
        ...['-g', '12', '-keyint_min', '12', '-c:a', 'aac', '-b:a', '32k', `${name}.mp4`],
      ],
      folder,
    );
  await writeFile(path.join(folder, 'stream.key'), STREAM_KEY);
  await writeFile(path.join(folder, 'key.info'), `stream.key\n${path.join(folder, 'stream.key')}\n`);
}

async function run(args: readonly string[], cwd: string): Promise<void> {
  await runProcess('ffmpeg', ['-nostdin', '-v', 'error', '-y', '-threads', '1', ...args], {
    cwd,
    timeoutMs: 60_000,
  });
}

async function readFiles(folder: string): Promise<StreamFiles | undefined> {
  const names = await readdir(folder).catch(() => undefined);
  if (!names) return undefined;
  const files = names.map(async (name) => [name, await readFile(path.join(folder, name))] as const);
  return new Map(await Promise.all(files));
}
