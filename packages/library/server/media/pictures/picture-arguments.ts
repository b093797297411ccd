import { inputArguments } from '../film/run-ffmpeg.ts';
import type { PicturePlan, PreviewPlan, Size } from './picture-plan.ts';
import { encodingArguments } from './preview.ts';

/** ffmpeg's outputs: pictures as consecutive raw RGB, and a preview, with their times. */
export const RAW_FILES = {
  candidates: { pixels: 'candidates.rgb', times: 'candidates.txt' },
  tiles: { pixels: 'tiles.rgb', times: 'tiles.txt' },
  preview: { film: 'preview.mp4', times: 'preview.txt' },
} as const;

/** One run for all stills: from every picture, or from keyframes alone. */
export function stillArguments(
  filmPath: string,
  { candidates, candidateSize, tiles }: PicturePlan,
  { threads, keyframesOnly }: { threads: number; keyframesOnly: boolean },
): string[] {
  const [first = 0, second = first + 1] = candidates;
  // The demuxer discards the rest; the decoder drops what was read earlier.
  const only = keyframesOnly ? ['-discard:V', 'nokey', '-skip_frame', 'nokey'] : [];
  const wanted = [
    `${firstOfEach(second - first, first)},${toRgb(candidateSize, 'candidates')}`,
    ...(tiles ? [`${firstOfEach(tiles.stepSeconds)},${toRgb(tiles.size, 'tiles')}`] : []),
  ];
  const shares = wanted.map((filters, at) => `[share${at}]${filters}`);
  const split = `[0:V:0]split=${shares.length}${shares.map((_, at) => `[share${at}]`).join('')}`;
  return [
    ...inputArguments(filmPath, [...only, '-threads', String(threads)]),
    ...['-filter_complex_threads', String(threads), '-filter_complex', [split, ...shares].join(';')],
    ...rawOutputs('candidates'),
    ...(tiles ? rawOutputs('tiles') : []),
  ];
}

export function previewArguments(filmPath: string, preview: PreviewPlan, threads: number): string[] {
  const { size, frameRate, slices } = preview;
  const scaled = `scale=${size.width}:${size.height}:flags=area,setsar=1,format=yuv420p`;
  const cut = slices.map((_, at) => `[${at}:V:0]fps=${frameRate.toFixed(3)},${scaled}[slice${at}]`);
  const labels = slices.map((_, at) => `[slice${at}]`).join('');
  return [
    ...slices.flatMap(({ atSeconds, seconds }) =>
      inputArguments(filmPath, ['-threads', '1', '-ss', atSeconds.toFixed(3), '-t', seconds.toFixed(3)]),
    ),
    ...['-filter_complex_threads', String(threads)],
    ...['-filter_complex', [...cut, `${labels}concat=n=${cut.length},split[film][times]`].join(';')],
    ...['-map', '[film]', ...encodingArguments(preview, String(threads), RAW_FILES.preview.film)],
    ...['-map', '[times]', '-f', 'framecrc', RAW_FILES.preview.times],
  ];
}

/** The very first picture, then the first of each equal part. */
function firstOfEach(stepSeconds: number, from = 0): string {
  const part = (time: string) => `floor((${time}-${from.toFixed(6)})/${stepSeconds.toFixed(6)})`;
  return `select='isnan(prev_selected_t)+gt(${part('t')},${part('prev_selected_t')})'`;
}

type RawName = 'candidates' | 'tiles';

function toRgb({ width, height }: Size, name: RawName): string {
  return `scale=${width}:${height}:flags=area,setsar=1,format=rgb24,split[${name}][${name}-times]`;
}

function rawOutputs(name: RawName): string[] {
  // Or times would be rounded to ffmpeg's guess of the frame rate.
  const shared = ['-fps_mode', 'passthrough', '-enc_time_base', '1/1000'];
  return [
    ...['-map', `[${name}]`, ...shared, '-f', 'rawvideo', RAW_FILES[name].pixels],
    ...['-map', `[${name}-times]`, ...shared, '-f', 'framecrc', RAW_FILES[name].times],
  ];
}
