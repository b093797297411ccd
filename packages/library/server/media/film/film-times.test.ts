import { expect, test } from 'vitest';
import { gatherPackets } from './film-times.ts';

function gather(lines: string[], clockStart = 0) {
  const { packets, add } = gatherPackets(clockStart);
  lines.forEach(add);
  return packets;
}

test('keyframes, weight and order are read from the lines', () => {
  const lines = [
    '0.000000,500,K_',
    '0.080000,40,__',
    '0.040000,30,__',
    '',
    '0.120000,400,K__',
    '0.160000,30,___',
  ];
  expect(gather(lines)).toEqual({ keyframes: [0, 0.12], isClosed: true, bytes: 1000 });
  expect(gather(['1.500000,1,K_', '1.540000,1,__'], 1.5).keyframes).toEqual([0]);
});

test.each([
  ['a frame shown before the keyframe that it follows', ['0.000000,5,K_', '0.120000,5,K_', '0.080000,5,__']],
  ['frames that are never shown', ['-0.080000,5,KD', '0.000000,5,__']],
  ['a beginning without a keyframe', ['0.000000,5,__', '0.040000,5,K_']],
  ['a frame without a time', ['0.000000,5,K_', 'N/A,5,__']],
])('a film with %s cannot be begun with at every keyframe', (_, lines) => {
  expect(gather(lines).isClosed).toBe(false);
});
