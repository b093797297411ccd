import { expect, test } from 'vitest';
import { parseFrameList, thinningArguments } from './keyframes.ts';

const LIST = `#extradata 0:       45, 0x16d00d80
#software: Lavf59.27.100
#tb 0: 1/12800
#media_type 0: video
0,      -1024,          0,      512,    18404, 0x2fda9229
0,       -512,       2048,      512,    13315, 0xac11e634, F=0x0
0,     254976,     256000,      512,    26714, 0x47d85789, F=0x5, S=1, 8, 0x0
0,     126976,     128000,      512,    26854, 0x101a5707
`;

test('a frame list tells the times of keyframes, in order', () => {
  expect(parseFrameList(LIST)).toEqual([0, 10, 20]);
  expect(parseFrameList('')).toEqual([]);
});

test('keyframes are read from a local file of a known format', () => {
  const args = thinningArguments('/tmp/a b.mp4', 36);
  const input = args.indexOf('-i');
  expect(args[input + 1]).toBe('file:/tmp/a b.mp4');
  expect(args.slice(0, input)).toContain('-format_whitelist');
});
