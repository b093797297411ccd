import { beforeEach, expect, it, vi } from 'vitest';
import { isWorthResuming, recallPosition, rememberPosition } from './positions.ts';

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  return () => vi.unstubAllGlobals();
});

it('knows where a video was left, and nothing of others', async () => {
  rememberPosition('one', 61.8, 120.2);
  expect(await recallPosition('one')).toEqual({ seconds: 61, duration: 120 });
  expect(await recallPosition('two')).toBeUndefined();
});

it('forgets the video that has not been watched for longest', async () => {
  for (let index = 0; index < 200; index++) rememberPosition(`video-${index}`, 10, 100);
  rememberPosition('video-0', 20, 100);
  rememberPosition('another', 10, 100);
  expect(await recallPosition('video-0')).toEqual({ seconds: 20, duration: 100 });
  expect(await recallPosition('video-1')).toBeUndefined();
  expect(await recallPosition('video-2')).toBeDefined();
});

it('survives a store that is broken or closed', async () => {
  kept.set('positions', '[1');
  expect(await recallPosition('one')).toBeUndefined();
  kept.set('positions', '{"one":"sixty"}');
  expect(await recallPosition('one')).toBeUndefined();
  vi.stubGlobal('localStorage', undefined);
  rememberPosition('one', 1, 2);
  expect(await recallPosition('one')).toBeUndefined();
});

it.each([
  [4.9, 60, false],
  [5, 60, true],
  [17, 600, false],
  [18, 600, true],
  [570, 600, true],
  [571, 600, false],
  [5, 5, false],
  [0, 0, false],
])('%s of %s seconds: resumed is %s', (seconds, duration, expected) => {
  expect(isWorthResuming({ seconds, duration })).toBe(expected);
});
