import { describe, expect, test } from 'vitest';
import { judgeLikeness } from './likeness.ts';

const judge = (one: string, other: string, sources: [string | null, string | null] = ['s', 's']) =>
  judgeLikeness({ titleKey: one, sourceId: sources[0] }, { titleKey: other, sourceId: sources[1] });

describe('two videos of one length', () => {
  test.each([
    ['slow violet gradient', 'slow violet gradient', 'same'],
    ['a slow violet gradient at night', 'a slow violet gradient at nighd', 'alike'],
    ['a slow violet gradient at night', 'slow violet gradient at night', 'alike'],
    ['a slow violet gradient part 1', 'a slow violet gradient part 2', 'different'],
    // Less than nine tenths of the longer one stay.
    ['slow violet gradient', 'slow violet gradi', 'different'],
    ['a slow violet gradient', 'quick turning hexagons', 'different'],
    ['video 1', 'video 1', 'different'],
    ['untitled', 'untitled', 'different'],
    ['', '', 'different'],
    ['1 2 3 4 5', '1 2 3 4 5', 'different'],
    ['缓慢旋转的紫色渐变', '缓慢旋转的紫色渐变', 'same'],
    ['视频', '视频', 'different'],
  ])('%j and %j of one source are %s', (one, other, likeness) => {
    expect(judge(one, other)).toBe(likeness);
  });

  test.each([
    ['slow violet gradient', 'slow violet gradient', 'alike'],
    ['a slow violet gradient at night', 'a slow violet gradient at nighd', 'different'],
    ['video 1', 'video 1', 'different'],
  ])('%j and %j of two sources are %s', (one, other, likeness) => {
    expect(judge(one, other, ['s', 't'])).toBe(likeness);
    expect(judge(one, other, [null, null])).toBe(likeness);
    expect(judge(one, other, ['s', null])).toBe(likeness);
  });
});
