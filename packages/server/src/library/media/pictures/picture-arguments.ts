import { inputArguments } from '../film/run-ffmpeg.ts';
import type { Candidates, PicturePlan, PreviewPlan, Slice, Tiles } from './picture-plan.ts';
import type { Size } from './picture-sizes.ts';
import { encodingArguments } from './preview.ts';

/**
 * What one ffmpeg run leaves in its folder: a preview, and pictures as raw RGB, one after the other, with their times.
 */
export const RAW_FILES = {
  candidates: { pixels: 'candidates.rgb', times: 'candidates.txt' },
  tiles: { pixels: 'tiles.rgb', times: 'tiles.txt' },
  chosen: { pixels: 'chosen.rgb', times: 'chosen.txt' },
  preview: { film: 'preview.mp4', times: 'preview.txt' },
} as const;

export interface PictureInputs {
  filmPath: string;
  /** The kept keyframes, if only these are decoded. */
  keyframesPath: string | undefined;
  /** In seconds: the picture that a person chose. */
  posterAt: number | undefined;
  threads: number;
}

/**
 * Arguments for one ffmpeg run that makes all pictures of a film: with everything decoded, from one input; otherwise
 * from the keyframes, plus one input for each slice of the preview.
 */
export function pictureArguments(plan: PicturePlan, inputs: PictureInputs): string[] {
  const graph = new Graph(inputs);
  if (inputs.keyframesPath !== undefined) fromKeyframes(graph, plan, inputs.keyframesPath);
  else fromAll(graph, plan);
  if (inputs.posterAt !== undefined) addChosen(graph, plan.candidateSize, inputs.posterAt);
  return graph.arguments();
}

/** Collects inputs, filters and outputs; each output has its own graph unless it shares an input. */
class Graph {
  readonly #inputs: string[][] = [];
  readonly #filters: string[] = [];
  readonly #outputs: string[] = [];
  readonly #files: PictureInputs;

  constructor(files: PictureInputs) {
    this.#files = files;
  }

  get threads(): string {
    return String(this.#files.threads);
  }

  /** The label of a new input's picture. */
  input(localPath = this.#files.filmPath, options: readonly string[] = ['-threads', this.threads]): string {
    this.#inputs.push(inputArguments(localPath, options));
    return `[${this.#inputs.length - 1}:V:0]`;
  }

  filter(description: string): void {
    this.#filters.push('-filter_complex', description);
  }

  output(label: string, options: readonly string[]): void {
    this.#outputs.push('-map', `[${label}]`, ...options);
  }

  arguments(): string[] {
    return [
      ...this.#inputs.flat(),
      ...['-filter_complex_threads', this.threads],
      ...this.#filters,
      ...this.#outputs,
    ];
  }
}

function fromAll(graph: Graph, { tiles, candidates, candidateSize, preview }: PicturePlan): void {
  const wanted = [
    `${selectEvenly(candidates)},${toRgb(candidateSize, 'candidates')}`,
    ...(tiles ? [`fps=1/${tiles.stepSeconds.toFixed(6)},${toRgb(tiles.size, 'tiles')}`] : []),
    ...(preview ? [`${cutSlices(preview)},${toVideo(preview)},split[preview][preview-times]`] : []),
  ];
  shareOut(graph, graph.input(), wanted);
  addOutputs(graph, tiles, preview);
}

function fromKeyframes(graph: Graph, plan: PicturePlan, keyframesPath: string): void {
  const { tiles, candidates, candidateSize, preview } = plan;
  const wanted = [
    `${selectByIndex(candidates)},${toRgb(candidateSize, 'candidates')}`,
    ...(tiles ? [`${toRgb(tiles.size, 'tiles')}`] : []),
  ];
  shareOut(graph, graph.input(keyframesPath), wanted);
  if (preview) joinSlices(graph, preview);
  addOutputs(graph, tiles, preview);
}

function shareOut(graph: Graph, input: string, wanted: readonly string[]): void {
  const labels = wanted.map((_, at) => `[share${at}]`);
  const shares = wanted.map((filters, at) => `${labels[at]}${filters}`);
  graph.filter([`${input}split=${wanted.length}${labels.join('')}`, ...shares].join(';'));
}

function addOutputs(graph: Graph, tiles: Tiles | undefined, preview: PreviewPlan | undefined): void {
  addRaw(graph, 'candidates');
  if (tiles) addRaw(graph, 'tiles');
  if (!preview) return;
  graph.output('preview', encodingArguments(preview, graph.threads, RAW_FILES.preview.film));
  graph.output('preview-times', ['-f', 'framecrc', RAW_FILES.preview.times]);
}

/** A film may have no picture as late as the chosen second. */
function addChosen(graph: Graph, size: Size, atSeconds: number): void {
  const input = graph.input(undefined, ['-threads', '1', '-ss', atSeconds.toFixed(3), '-t', '10']);
  graph.filter(`${input}${toRgb(size, 'chosen')}`);
  addRaw(graph, 'chosen', ['-frames:v', '1']);
}

/** The very first picture, then the first of each equal part between the first and last candidate. */
function selectEvenly({ seconds }: Candidates): string {
  const [first = 0, second = first + 1] = seconds;
  const slot = (time: string) => `floor((${time}-${first.toFixed(6)})/${(second - first).toFixed(6)})`;
  return `select='isnan(prev_selected_t)+gt(${slot('t')},${slot('prev_selected_t')})'`;
}

function selectByIndex({ indexes }: Candidates): string {
  return `select='${indexes.map((index) => `eq(n,${index})`).join('+')}'`;
}

function cutSlices({ slices, frameRate }: PreviewPlan): string {
  const inside = slices.map(
    ({ atSeconds, seconds }) => `gte(t,${atSeconds.toFixed(3)})*lt(t,${(atSeconds + seconds).toFixed(3)})`,
  );
  const rate = frameRate.toFixed(3);
  return `fps=${rate},select='${inside.join('+')}',setpts=N/(${rate}*TB)`;
}

function joinSlices(graph: Graph, preview: PreviewPlan): void {
  const rate = preview.frameRate.toFixed(3);
  const cut = preview.slices.map((slice, at) => {
    const input = graph.input(undefined, [
      '-threads',
      '1',
      ...seekSlice(slice),
      '-t',
      slice.seconds.toFixed(3),
    ]);
    return `${input}fps=${rate},${toVideo(preview)}[slice${at}]`;
  });
  const labels = cut.map((_, at) => `[slice${at}]`).join('');
  graph.filter([...cut, `${labels}concat=n=${cut.length},split[preview][preview-times]`].join(';'));
}

type RawName = 'candidates' | 'tiles' | 'chosen';

function toRgb({ width, height }: Size, name: RawName): string {
  return `scale=${width}:${height}:flags=area,setsar=1,format=rgb24,split[${name}][${name}-times]`;
}

function addRaw(graph: Graph, name: RawName, options: readonly string[] = []): void {
  // Without its own time base, times would be rounded to ffmpeg's guess of the frame rate.
  const shared = [...options, '-fps_mode', 'passthrough', '-enc_time_base', '1/1000'];
  graph.output(name, [...shared, '-f', 'rawvideo', RAW_FILES[name].pixels]);
  graph.output(`${name}-times`, [...shared, '-f', 'framecrc', RAW_FILES[name].times]);
}

/** How far past a keyframe to seek, so as not to land on the one before: files index by decoding time. */
const SEEK_MARGIN_SECONDS = 0.15;

function seekSlice({ atSeconds, seconds, atKeyframe }: Slice): string[] {
  const length = ['-t', seconds.toFixed(3)];
  if (!atKeyframe) return ['-ss', atSeconds.toFixed(3), ...length];
  return ['-noaccurate_seek', '-ss', (atSeconds + SEEK_MARGIN_SECONDS).toFixed(3), ...length];
}

function toVideo({ size }: PreviewPlan): string {
  return `scale=${size.width}:${size.height}:flags=area,setsar=1,format=yuv420p`;
}
