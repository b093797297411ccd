import { describe, expect, test } from 'vitest';
import { FILM_FILE, filmSize, planFilm } from './film-plan.ts';
import type { ProbedVideo } from './probe.ts';

const usual: ProbedVideo = {
  durationSeconds: 60,
  width: 1920,
  height: 1080,
  rotation: 0,
  pixelAspect: 1,
  videoCodec: 'h264',
  videoProfile: 'High',
  pixelFormat: 'yuv420p',
  colorTransfer: 'bt709',
  frameRate: 30,
  interlaced: false,
  hasAudio: true,
  audioCodec: 'aac',
  audioProfile: 'LC',
  audioChannels: 2,
  audioSampleRate: 48_000,
  bitRate: 4_000_000,
  sizeBytes: 30_000_000,
  formatName: 'mov,mp4,m4a,3gp,3g2,mj2',
  videoIndex: 0,
  audioIndex: 1,
};

const plan = (change: Partial<ProbedVideo> = {}, encode = false) =>
  planFilm({ ...usual, ...change }, { threads: 3, encode });

function after(args: readonly string[], option: string): string | undefined {
  return args.includes(option) ? args[args.indexOf(option) + 1] : undefined;
}

describe('the picture', () => {
  test.each<[string, Partial<ProbedVideo>]>([
    ['the usual', {}],
    ['H.264 with full range', { pixelFormat: 'yuvj420p' }],
    ['VP9 in WebM', { videoCodec: 'vp9', videoProfile: 'Profile 0', formatName: 'matroska,webm' }],
    ['AV1 with 10 bits', { videoCodec: 'av1', videoProfile: 'Main', pixelFormat: 'yuv420p10le' }],
    ['4K upright', { width: 2160, height: 3840 }],
    ['of unknown rate', { frameRate: 0 }],
    ['nearly 60 frames a second', { frameRate: 60.02 }],
    ['a recording of television', { formatName: 'mpegts' }],
  ])('is copied: %s', (_, change) => {
    const { madeBy, args } = plan(change);
    expect(madeBy).toBe('copy');
    expect(after(args, '-c:v')).toBe('copy');
    expect(args).not.toContain('-vf');
  });

  test.each<[string, Partial<ProbedVideo>]>([
    ['HEVC', { videoCodec: 'hevc', videoProfile: 'Main' }],
    ['H.264 with 10 bits', { videoProfile: 'High 10', pixelFormat: 'yuv420p10le' }],
    ['H.264 of which nothing could be decoded', { videoProfile: undefined, pixelFormat: '' }],
    ['an interlaced one', { interlaced: true }],
    ['a larger one', { width: 4096, height: 2160 }],
    ['a faster one', { frameRate: 120 }],
    ['one without times', { formatName: 'avi' }],
  ])('is re-encoded: %s', (_, change) => {
    const { madeBy, args } = plan(change);
    expect(madeBy).toBe('encode');
    expect(after(args, '-c:v')).toBe('libx264');
    expect(after(args, '-pix_fmt')).toBe('yuv420p');
    expect(after(args, '-threads')).toBe('3');
  });

  test('keeps its shape in square pixels and even sides', () => {
    expect(filmSize({ width: 1920, height: 1080 })).toEqual({ width: 1920, height: 1080 });
    expect(filmSize({ width: 7680, height: 4320 })).toEqual({ width: 3840, height: 2160 });
    expect(filmSize({ width: 2160, height: 7680 })).toEqual({ width: 1080, height: 3840 });
    expect(filmSize({ width: 853, height: 481 })).toEqual({ width: 854, height: 482 });
    expect(filmSize({ width: 1, height: 1 })).toEqual({ width: 2, height: 2 });
  });

  test('is made whole, slower and smaller where it has to be', () => {
    const interlaced = { interlaced: true, frameRate: 120, width: 4096, height: 2048 };
    expect(after(plan(interlaced).args, '-vf')).toBe('bwdif=mode=send_frame,fps=60,scale=3840:1920,setsar=1');
    expect(after(plan({ videoCodec: 'hevc' }).args, '-vf')).toBe('scale=1920:1080,setsar=1');
  });
});

describe('the sound', () => {
  test.each<[string, Partial<ProbedVideo>]>([
    ['the usual', {}],
    ['MP3', { audioCodec: 'mp3', audioProfile: undefined, audioSampleRate: 44_100 }],
    ['Opus', { audioCodec: 'opus', audioProfile: undefined, formatName: 'matroska,webm' }],
    ['beside a picture that is not', { videoCodec: 'hevc' }],
  ])('is copied: %s', (_, change) => {
    expect(after(plan(change).args, '-c:a')).toBe('copy');
  });

  test.each<[string, Partial<ProbedVideo>]>([
    ['AC-3', { audioCodec: 'ac3', audioProfile: undefined, audioChannels: 6 }],
    ['MP3 of a telephone', { audioCodec: 'mp3', audioProfile: undefined, audioSampleRate: 11_025 }],
    ['Vorbis', { audioCodec: 'vorbis', audioProfile: undefined }],
    ['any of AVI', { audioCodec: 'mp3', audioProfile: undefined, formatName: 'avi' }],
  ])('is re-encoded, for two ears: %s', (_, change) => {
    const { args } = plan(change);
    expect(after(args, '-c:a')).toBe('aac');
    expect(after(args, '-ac')).toBe('2');
  });

  test('need not be', () => {
    const { args } = plan({ hasAudio: false, audioCodec: undefined, audioIndex: undefined });
    expect(args).not.toContain('-c:a');
    expect(args.filter((one) => one === '-map')).toHaveLength(1);
  });
});

test('everything is re-encoded where a copy was refused', () => {
  const { madeBy, args } = plan({}, true);
  expect([madeBy, after(args, '-c:v'), after(args, '-c:a')]).toEqual(['encode', 'libx264', 'aac']);
});

test('only the chosen streams go into the film, without a word about them', () => {
  const { args } = plan({ videoIndex: 3, audioIndex: 7 });
  expect(args.slice(0, 4)).toEqual(['-map', '0:3', '-map', '0:7']);
  expect(args.join(' ')).toContain('-map_metadata -1 -map_metadata:s -1 -map_chapters -1');
  expect(args.join(' ')).toContain('-movflags +faststart');
  expect(args.at(-1)).toBe(`file:${FILM_FILE}`);
});
