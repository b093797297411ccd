import { FILE_NAMES } from '../files/file-names.ts';
import { type PicturePlan, type RenditionPlan, SEGMENT_SECONDS, type SoundPlan } from './rendition-plan.ts';
import { inputArguments } from './run-ffmpeg.ts';

const CRF = 23;
const SOUND_BITS_PER_CHANNEL = 64_000;
/** A tick of 1/90000 s fits all usual frame rates. */
const CLOCK = '1:90000';

/** All renditions in one run, which decodes the film once. */
export function renditionArguments(localPath: string, plan: RenditionPlan, threads: number): string[] {
  const encoded = plan.pictures.filter(({ how }) => how === 'encode');
  return [
    ...inputArguments(localPath),
    ...(encoded.length > 0 ? ['-filter_complex', filterGraph(plan, encoded)] : []),
    ...plan.pictures.flatMap((picture) => [
      // A film may claim a far too long last frame.
      ...(plan.isEven ? ['-t', plan.end.toFixed(3)] : []),
      ...outputArguments({
        source: picture.how === 'copy' ? `0:${plan.videoIndex}` : `[v${picture.rung}]`,
        codec: picture.how === 'copy' ? ['-c', 'copy'] : pictureCodec(picture, plan, threads),
        // Keeps the film's timestamps, whatever order its frames are stored in.
        segments: 'movflags=+cmaf+frag_discont',
        name: FILE_NAMES.rendition(picture.rung),
        playlist: FILE_NAMES.renditionPlaylist(picture.rung),
      }),
    ]),
    ...(plan.sound
      ? outputArguments({
          source: `0:${plan.audioIndex}`,
          codec: soundCodec(plan.sound),
          // An edit list makes players skip the silence at the start of AAC.
          segments: 'movflags=+cmaf:use_editlist=1',
          name: FILE_NAMES.sound,
          playlist: FILE_NAMES.soundPlaylist,
        })
      : []),
  ];
}

/** `[0:0]scale=...,split[v480][s360];[s360]scale=...[v360]`: scaling step by step saves a fifth of the time. */
function filterGraph(plan: RenditionPlan, encoded: readonly PicturePlan[]): string {
  const before = [
    ...(plan.isInterlaced ? ['bwdif=deint=interlaced'] : []),
    ...(plan.leadSeconds > 0 ? ["setpts='if(eq(N,0),0,PTS)'"] : []),
    ...(plan.isEven ? [`fps=${plan.frameRate.toFixed(3)}`] : []),
    ...(plan.stillSeconds > 0 ? [`tpad=stop_mode=clone:stop_duration=${plan.stillSeconds.toFixed(3)}`] : []),
  ];
  const steps = encoded.toReversed().map(({ rung, width, height }, i, all) => {
    const next = all[i + 1];
    const scale = `scale=${width}:${height},setsar=1,format=yuv420p`;
    const from = i === 0 ? [`[0:${plan.videoIndex}]`, [...before, scale].join(',')] : [`[s${rung}]`, scale];
    return `${from.join('')}${next ? `,split[v${rung}][s${next.rung}]` : `[v${rung}]`}`;
  });
  return steps.join(';');
}

function pictureCodec({ maxRate }: PicturePlan, { cuts, start }: RenditionPlan, threads: number): string[] {
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-crf', String(CRF)],
    ...['-maxrate', String(maxRate), '-bufsize', String(2 * maxRate)],
    // Keyframes only where segments begin.
    ...['-force_key_frames', keyframeTimes(cuts, start), '-forced-idr', '1'],
    ...['-sc_threshold', '0', '-g', '9999'],
    ...['-fps_mode', 'vfr', '-enc_time_base', CLOCK, '-threads', String(threads)],
  ];
}

/** A millisecond early: the first frame after a given time becomes a keyframe. */
function keyframeTimes(cuts: readonly number[] | undefined, start: number): string {
  if (cuts && cuts.length > 0) return cuts.map((time) => (time - 0.001).toFixed(3)).join(',');
  return `expr:gte(t,${start.toFixed(6)}+n_forced*${SEGMENT_SECONDS})`;
}

function soundCodec({ how, channels, sampleRate, end }: SoundPlan): string[] {
  if (how === 'copy') return ['-c', 'copy'];
  return [
    // Silence fills the sound up to the film's beginning and end.
    ...['-af', `aresample=async=1:first_pts=0,apad=whole_dur=${end.toFixed(3)}`],
    ...['-c:a', 'aac', '-b:a', String(channels * SOUND_BITS_PER_CHANNEL)],
    ...['-ac', String(channels), '-ar', String(sampleRate)],
  ];
}

interface Output {
  source: string;
  codec: string[];
  segments: string;
  name: string;
  playlist: string;
}

/** One fragmented mp4 per stream. ffmpeg's own playlist is replaced: see `readFragments`. */
function outputArguments({ source, codec, segments, name, playlist }: Output): string[] {
  return [
    ...['-map', source, '-map_metadata', '-1', '-map_chapters', '-1', ...codec],
    ...['-f', 'hls', '-hls_time', String(SEGMENT_SECONDS), '-hls_playlist_type', 'vod'],
    ...['-hls_segment_type', 'fmp4', '-hls_flags', 'single_file', '-hls_segment_filename', name],
    ...['-hls_segment_options', segments, '-avoid_negative_ts', 'disabled', playlist],
  ];
}
