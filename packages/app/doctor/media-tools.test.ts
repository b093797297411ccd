import { expect, test } from 'vitest';
import { judgeAbility, judgeVersion } from './media-tools.ts';

test.each([
  ['ffmpeg version 7.1.3-0+deb13u1 Copyright (c) 2000-2025', 'ok'],
  ['ffmpeg version 5.1.9-0+deb12u1 Copyright (c) 2000-2025', 'ok'],
  ['ffmpeg version n8.0 Copyright (c) 2000-2025', 'ok'],
  ['ffmpeg version N-112233-gabcdef Copyright (c) 2000-2025', 'ok'],
  ['ffmpeg version 4.4.2-0ubuntu0.22.04.1 Copyright (c) 2000-2021', 'failed'],
])('%s is %s', (line, status) => {
  expect(judgeVersion('ffmpeg', line)).toMatchObject({
    status,
    found: expect.stringMatching(/^ffmpeg .*\.$/),
  });
});

test('names what is missing, and whether it is vital', () => {
  const ability = {
    list: 'decoders',
    needed: [['h264'], ['vp9', 'libvpx-vp9']],
    without: 'they fail',
  } as const;
  const there = new Set(['h264', 'libvpx-vp9']);
  expect(judgeAbility({ ...ability, isVital: true }, there)).toMatchObject({
    status: 'ok',
    found: 'ffmpeg has h264, libvpx-vp9.',
  });
  expect(judgeAbility({ ...ability, isVital: true }, new Set())).toMatchObject({
    status: 'failed',
    found: 'ffmpeg lacks decoders named h264, vp9 or libvpx-vp9: they fail.',
  });
  expect(judgeAbility({ ...ability, isVital: false }, new Set(['h264']))).toMatchObject({
    status: 'warning',
  });
});
