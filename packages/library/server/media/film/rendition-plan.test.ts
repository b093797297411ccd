import { describe, expect, test } from 'vitest';
import { type FilmPackets, type FilmSpans, spansOf } from './film-times.ts';
import { type ProbedVideo, readProbe } from './probe.ts';
import { renditionArguments } from './rendition-arguments.ts';
import { calmFrameRate, cutTimes, planRenditions, rungsOf } from './rendition-plan.ts';

const WANTED = [360, 480, 720, 1080];

const picture = {
  index: 0,
  codec_type: 'video',
  codec_name: 'h264',
  pix_fmt: 'yuv420p',
  width: 1280,
  height: 720,
  sample_aspect_ratio: '1:1',
  field_order: 'progressive',
  avg_frame_rate: '30/1',
  start_time: '0.000000',
  duration: '30.000000',
};
const sound = {
  index: 1,
  codec_type: 'audio',
  codec_name: 'aac',
  profile: 'LC',
  channels: 2,
  sample_rate: '44100',
  start_time: '0.000000',
  duration: '30.000000',
};

interface Film {
  probed: ProbedVideo;
  spans: FilmSpans;
}

function film(pictureHas = {}, soundHas: object | null = {}, formatHas = {}): Film {
  const streams = [{ ...picture, ...pictureHas }, ...(soundHas ? [{ ...sound, ...soundHas }] : [])];
  const output = { format: { start_time: '0.000000', duration: '30.0', ...formatHas }, streams };
  const probed = readProbe(output);
  return { probed, spans: spansOf(output, probed) };
}

function plan({ probed, spans }: Film, packets?: FilmPackets) {
  return planRenditions(probed, { spans, packets, heights: WANTED });
}

const packets: FilmPackets = {
  keyframes: Array.from({ length: 15 }, (_, i) => i * 2),
  isClosed: true,
  bytes: 7_500_000,
};

test('spansOf counts from where the first stream begins', () => {
  const { spans } = film({ start_time: '1.700000' }, { start_time: '1.500000' }, { start_time: '1.500000' });
  expect(spans.picture.start).toBeCloseTo(0.2);
  expect(spans.sound).toEqual({ start: 0, end: 30 });
  expect(spans.clockStart).toBe(1.5);
});

test.each([
  [1920, 1080, [360, 480, 720, 1080]],
  [3840, 2160, [360, 480, 720, 1080]],
  [320, 180, [180]],
  [1920, 800, [360, 480, 800]],
  [1920, 1072, [360, 480, 720, 1072]],
  [1024, 576, [360, 576]],
  [640, 368, [368]],
])('rungsOf %i x %i is offered at %j', (width, height, rungs) => {
  expect(rungsOf({ width, height }, WANTED)).toEqual(rungs);
});

describe('planRenditions', () => {
  test('a film that suits is its own highest rendition, and the others are cut where it can be cut', () => {
    const made = plan(film(), packets);
    expect(made.pictures.map(({ rung, width, how }) => [rung, width, how])).toEqual([
      [360, 640, 'encode'],
      [480, 854, 'encode'],
      [720, 1280, 'copy'],
    ]);
    expect(made.cuts).toEqual([4, 8, 12, 16, 20, 24, 28]);
    expect(made.sound?.how).toBe('copy');
  });

  test.each<[string, Film, FilmPackets | undefined]>([
    ['not analysed', film(), undefined],
    ['of another codec', film({ codec_name: 'vp9' }), packets],
    ['turned', film({ width: 720, height: 1280, side_data_list: [{ rotation: 90 }] }), packets],
    ['of oblong pixels', film({ width: 960, sample_aspect_ratio: '4:3' }), packets],
    ['interlaced', film({ field_order: 'tt' }), packets],
    ['with too many frames', film({ avg_frame_rate: '120/1' }), packets],
    ['higher than what is wanted', film({ width: 3840, height: 2160 }), packets],
    ['of an odd size', film({ width: 1281 }), packets],
    ['too heavy', film(), { ...packets, bytes: 15_000_000 }],
    ['with frames before their keyframe', film(), { ...packets, isClosed: false }],
    ['with keyframes far apart', film(), { ...packets, keyframes: [0, 2, 4, 10, 14, 18, 22, 26] }],
    ['that ends before its sound', film({}, { duration: '35.0' }), packets],
  ])('a film that is %s is encoded throughout', (_, given, read) => {
    const made = plan(given, read);
    expect(made.pictures.every(({ how }) => how === 'encode')).toBe(true);
    expect(made.cuts).toBeUndefined();
  });

  test.each([
    [{ channels: 6 }, 'encode', 2],
    [{ channels: 1 }, 'copy', 1],
    [{ codec_name: 'opus', profile: undefined }, 'encode', 2],
    [{ profile: 'HE-AAC' }, 'encode', 2],
    [{ start_time: '0.476000' }, 'encode', 2],
    [{ duration: '20.0' }, 'encode', 2],
  ])('sound with %j: %s, %i channels', (has, how, channels) => {
    expect(plan(film({}, has), packets).sound).toMatchObject({ how, channels });
  });
});

test('frames beyond 60 a second are thinned out evenly', () => {
  expect([24, 59.94, 60.5, 90, 120, 144].map(calmFrameRate)).toEqual([24, 59.94, 60.5, 45, 60, 48]);
});

test('a copied film is cut at the first keyframe after each full four seconds', () => {
  expect(cutTimes([0, 3.9, 8.8, 9, 11.9, 12.5, 16])).toEqual([8.8, 9, 12.5, 16]);
  expect(cutTimes([0.2, 4.1, 4.2, 8.2])).toEqual([4.2, 8.2]);
  expect(cutTimes([0])).toEqual([]);
});

describe('renditionArguments', () => {
  const argumentsOf = (given: Film, read?: FilmPackets) =>
    renditionArguments('/tmp/a b.mp4', plan(given, read), 2);
  const after = (args: string[], name: string) => args.filter((_, i) => args[i - 1] === name);

  test('one input that is a local file of a known format, one file and one playlist for each stream', () => {
    const args = argumentsOf(film(), packets);
    expect(after(args, '-i')).toEqual(['file:/tmp/a b.mp4']);
    expect(after(args, '-protocol_whitelist')).toEqual(['file']);
    expect(after(args, '-hls_segment_filename')).toEqual(['360p.mp4', '480p.mp4', '720p.mp4', 'audio.mp4']);
    expect(after(args, '-map')).toEqual(['[v360]', '[v480]', '0:0', '0:1']);
    expect(after(args, '-filter_complex')[0]).toBe(
      '[0:0]scale=854:480,setsar=1,format=yuv420p,split[v480][s360];[s360]scale=640:360,setsar=1,format=yuv420p[v360]',
    );
    // Slightly early, so that rounding cannot move it to the next frame.
    expect(after(args, '-force_key_frames')[0]).toBe('3.999,7.999,11.999,15.999,19.999,23.999,27.999');
  });

  test('interlaced, too quick and too short pictures are put right before they are split', () => {
    const odd = film({ field_order: 'bb', avg_frame_rate: '100/1' }, { duration: '32.5' });
    expect(after(argumentsOf(odd), '-filter_complex')[0]).toMatch(
      /^\[0:0\]bwdif=deint=interlaced,fps=50\.000,tpad=stop_mode=clone:stop_duration=2\.500,scale=1280:720,/,
    );
  });
});
