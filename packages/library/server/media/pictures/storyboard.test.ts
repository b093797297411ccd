import { expect, test } from 'vitest';
import { formatCues, planCues } from './storyboard.ts';

const size = { width: 192, height: 108 };

test('cues follow one another from the beginning to the end, ten in a row of the sheet', () => {
  const seconds = Array.from({ length: 23 }, (_, at) => 0.5 + at * 36);
  const cues = planCues(seconds, 830.4, size);
  expect(cues[0]).toEqual({ from: 0, to: 36.5, x: 0, y: 0, ...size });
  expect(cues[12]).toEqual({ from: 432.5, to: 468.5, x: 384, y: 108, ...size });
  expect(cues.at(-1)).toEqual({ from: 792.5, to: 830.4, x: 384, y: 216, ...size });
  for (const [at, cue] of cues.entries()) expect(cue.from).toBe(cues[at - 1]?.to ?? 0);
});

test('cues name the sheet beside them', () => {
  expect(formatCues(planCues([0, 3599.9996], 36_001.25, size))).toBe(`WEBVTT

00:00:00.000 --> 01:00:00.000
storyboard.webp#xywh=0,0,192,108

01:00:00.000 --> 10:00:01.250
storyboard.webp#xywh=192,0,192,108
`);
});

test('the last cue does not end before it begins where a film is shorter than it says', () => {
  const [, last] = planCues([0, 5], 4, size);
  expect(last?.to).toBeGreaterThan(last?.from ?? 0);
});
