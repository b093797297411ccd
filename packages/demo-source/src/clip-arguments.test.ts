import { expect, test } from 'vitest';
import { CATALOGUE } from './catalogue.ts';
import { clipArguments } from './clip-arguments.ts';
import { tinyClip } from './tiny-clip.ts';

const OUTPUT = { video: '/out/a.mp4', thumbnail: '/out/a.jpg' };

test('a clip is made from two endless lavfi inputs, cut to its length, into two files', () => {
  const args = clipArguments(tinyClip(), OUTPUT);
  expect(args[0]).toBe('-nostdin');
  expect(valuesOf(args, '-f')).toEqual(['lavfi', 'lavfi', 'mp4', 'image2']);
  expect(valuesOf(args, '-t')).toEqual(['2', '2']);
  expect(valuesOf(args, '-i')).toEqual([tinyClip().picture(tinyClip()), tinyClip().sound]);
  expect(args.filter((argument) => argument.startsWith('/out/'))).toEqual(['/out/a.mp4', '/out/a.jpg']);
});

test('the video is H.264 with AAC, a keyframe each two seconds, and its index in front', () => {
  const args = clipArguments(tinyClip({ framesPerSecond: 12 }), OUTPUT);
  expect(valuesOf(args, '-c:v')).toEqual(['libx264', 'mjpeg']);
  expect(valuesOf(args, '-c:a')).toEqual(['aac']);
  expect(valuesOf(args, '-g')).toEqual(['24']);
  expect(valuesOf(args, '-sc_threshold')).toEqual(['0']);
  expect(valuesOf(args, '-movflags')).toEqual(['+faststart']);
});

test('the thumbnail is the frame at a quarter', () => {
  const args = clipArguments(tinyClip({ durationSeconds: 10 }), OUTPUT);
  expect(valuesOf(args, '-frames:v')).toEqual(['1']);
  expect(valuesOf(args, '-vf')[0]).toMatch(/^select='gte\(t,2\.5\)',/);
});

test('every picture ends in its frame size, 4:2:0 and the colours of HD video', () => {
  for (const clip of CATALOGUE) {
    const ending = `scale=${clip.width}:${clip.height}:flags=(bicubic|neighbor):out_color_matrix=bt709:out_range=tv,format=yuv420p,setsar=1`;
    expect(clip.picture(clip), clip.slug).toMatch(new RegExp(`,${ending}$|\\],${ending}$`));
  }
});

test('no recipe depends on chance', () => {
  for (const clip of CATALOGUE) {
    const graph = `${clip.picture(clip)}\n${clip.sound}`;
    const random = graph.match(/\b(life|sierpinski|anoisesrc)=|cellauto=[^,]*ratio=/g) ?? [];
    const seeds = graph.match(/seed=\d+/g) ?? [];
    expect(seeds.length, clip.slug).toBe(random.length);
    expect(graph, clip.slug).not.toMatch(/\brandom\(/);
  }
});

function valuesOf(args: readonly string[], option: string): (string | undefined)[] {
  return args.flatMap((argument, index) => (argument === option ? [args[index + 1]] : []));
}
