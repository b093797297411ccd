import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Few frames per second: the browser paints in software. */
const CHART = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=12'];
const TONE = ['-f', 'lavfi', '-i', 'sine=f=220'];
const H264 = ['-pix_fmt', 'yuv420p', '-preset', 'ultrafast', '-g', '24'];
const TILES = { columns: 3, rows: 2, width: 160, height: 90, seconds: 2 };

interface Media {
  folder: string;
  remove(): void;
}

/**
 * Test charts with a tone: `clip.mp4` of 12 s, `minute.mp4`, `stream.m3u8` (the minute in two qualities), and
 * `storyboard.vtt`.
 */
export function makeMedia(): Media {
  const folder = mkdtempSync(join(tmpdir(), 'vesper-web-'));
  const faststart = ['-movflags', '+faststart'];
  ffmpeg(folder, [...CHART, ...TONE, '-t', '60', ...H264, ...faststart, 'minute.mp4']);
  ffmpeg(folder, ['-i', 'minute.mp4', '-t', '12', '-c', 'copy', ...faststart, 'clip.mp4']);
  makeStream(folder);
  makeStoryboard(folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function makeStream(folder: string): void {
  const hls = ['-f', 'hls', '-hls_time', '2', '-hls_playlist_type', 'vod'];
  const whole = ['-hls_segment_type', 'fmp4', '-hls_flags', 'single_file'];
  for (const [height, coding] of [
    [360, ['-c', 'copy']],
    [180, ['-vf', 'scale=-2:180', ...H264, '-c:a', 'copy']],
  ] as const) {
    const files = ['-hls_segment_filename', `stream-${height}.mp4`, `stream-${height}.m3u8`];
    ffmpeg(folder, ['-i', 'minute.mp4', ...coding, ...hls, ...whole, ...files]);
  }
  const master = [
    '#EXTM3U',
    '#EXT-X-STREAM-INF:BANDWIDTH=300000,RESOLUTION=320x180',
    'stream-180.m3u8',
    '#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360',
    'stream-360.m3u8',
  ];
  writeFileSync(join(folder, 'stream.m3u8'), `${master.join('\n')}\n`);
}

function makeStoryboard(folder: string): void {
  const { columns, rows, width, height, seconds } = TILES;
  const filter = `fps=1/${seconds},scale=${width}:${height},tile=${columns}x${rows}`;
  ffmpeg(folder, ['-i', 'clip.mp4', '-vf', filter, '-frames:v', '1', 'storyboard.jpg']);
  const cues = Array.from({ length: columns * rows }, (_, index) => {
    const [x, y] = [(index % columns) * width, Math.floor(index / columns) * height];
    const times = [index, index + 1].map((step) => `00:${String(step * seconds).padStart(2, '0')}.000`);
    return `${times.join(' --> ')}\nstoryboard.jpg#xywh=${x},${y},${width},${height}\n`;
  });
  writeFileSync(join(folder, 'storyboard.vtt'), `WEBVTT\n\n${cues.join('\n')}`);
}

function ffmpeg(folder: string, values: string[]): void {
  execFileSync('ffmpeg', ['-v', 'error', ...values], { cwd: folder });
}
