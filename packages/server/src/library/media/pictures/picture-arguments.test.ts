import { describe, expect, test } from 'vitest';
import { frameArguments } from './grab-frames.ts';
import { pictureArguments } from './picture-arguments.ts';
import { planPictures } from './picture-plan.ts';

const film = { durationSeconds: 60, width: 1280, height: 720, frameRate: 50 };
const files = { filmPath: '/tmp/film.mp4', keyframesPath: undefined, posterAt: undefined, threads: 2 };
const every = Array.from({ length: 60 }, (_, at) => at);
const byKeyframes = planPictures(film, { seconds: every, kept: every });

function inputsOf(args: readonly string[]): string[] {
  return args.flatMap((arg, at) => (arg === '-i' ? [args[at + 1] ?? ''] : []));
}

describe('one ffmpeg', () => {
  test('makes everything from one input where all is decoded', () => {
    const args = pictureArguments(planPictures(film), files);
    expect(inputsOf(args)).toEqual(['file:/tmp/film.mp4']);
    const graph = args[args.indexOf('-filter_complex') + 1];
    expect(graph).toMatch(/^\[0:V:0\]split=3/);
    expect(graph).toContain('fps=1/1.000000,scale=192:108');
    expect(graph).toContain('fps=25.000,select=');
  });

  test('makes everything from the keyframes, and the slices of the preview from the film', () => {
    const args = pictureArguments(byKeyframes, { ...files, keyframesPath: '/tmp/keys.mp4' });
    expect(inputsOf(args)).toEqual(['file:/tmp/keys.mp4', ...Array(8).fill('file:/tmp/film.mp4')]);
    expect(args.filter((arg) => arg === '-noaccurate_seek')).toHaveLength(8);
  });

  test('takes the picture that a person has chosen from an input of its own', () => {
    const args = pictureArguments(planPictures(film), { ...files, posterAt: 12.3456 });
    expect(args[args.indexOf('-ss') + 1]).toBe('12.346');
    expect(args).toContain('chosen.rgb');
  });

  test('leaves out what is not in the plan', () => {
    const args = pictureArguments(planPictures({ ...film, durationSeconds: 0.04 }), files);
    expect(args.join(' ')).not.toMatch(/tiles|preview/);
    expect(args).toContain('candidates.rgb');
  });

  test('opens every input as a local file of a known format', () => {
    const runs = [
      pictureArguments(planPictures(film), { ...files, posterAt: 3 }),
      pictureArguments(byKeyframes, { ...files, keyframesPath: '/tmp/keys.mp4' }),
      frameArguments('/tmp/film.mp4', [1, 2], { width: 320, height: 180 }),
    ];
    for (const args of runs) {
      const inputs = inputsOf(args);
      expect(inputs.every((input) => input.startsWith('file:/tmp/'))).toBe(true);
      expect(args.filter((arg) => arg === '-format_whitelist')).toHaveLength(inputs.length);
      expect(args.filter((arg) => arg === '-protocol_whitelist')).toHaveLength(inputs.length);
    }
  });
});
