import { expect, test } from 'vitest';
import { embedCode, frameSize } from './embed-code.ts';

test.each([
  [{ width: 1920, height: 1080 }, {}, { width: 640, height: 360 }],
  [{ width: 1080, height: 1920 }, {}, { width: 360, height: 640 }],
  [{ width: null, height: null }, {}, { width: 640, height: 360 }],
  [{ width: 1920, height: 1080 }, { width: 320 }, { width: 320, height: 180 }],
  [{ width: 1920, height: 1080 }, { height: 90 }, { width: 160, height: 90 }],
  [
    { width: 1920, height: 1080 },
    { width: 1, height: 1 },
    { width: 1, height: 1 },
  ],
  [{ width: 10_000, height: 1 }, { height: 1 }, { width: 640, height: 1 }],
])('%j within %j is shown at %j', (shape, most, size) => {
  expect(frameSize(shape, most)).toEqual(size);
});

test('the code is one element, whatever the title', () => {
  const size = { width: 640, height: 360 };
  const code = embedCode({ src: 'https://videos.example/embed/1', title: '"><script>&', ...size });
  expect(code).toMatch(/^<iframe [^<>]*><\/iframe>$/);
  expect(code).toContain('title="&#34;&#62;&#60;script&#62;&#38;"');
});
