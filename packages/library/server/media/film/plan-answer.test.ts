import { describe, expect, test } from 'vitest';
import { planAnswer } from './plan-answer.ts';

const file = {
  key: 'videos/ab/x/video-1a2b.mp4',
  purpose: 'play',
  name: 'video.mp4',
  place: 'fs',
  sizeBytes: null,
  storedAt: new Date('2026-11-20T10:00:00Z'),
  title: 'Zone plate',
} as const;
const film = {
  asked: { videoId: 'x', purpose: 'play', name: 'video.mp4', isDownload: false },
  file,
} as const;
const SIZE = 1000;

function plan(headers: Record<string, string> = {}, method = 'GET', wanted: typeof film = film) {
  return planAnswer({ method, headers }, wanted, SIZE);
}
const etag = String(plan().headers.etag);

describe('an answer', () => {
  test('is the whole file', () => {
    expect(plan()).toEqual({
      status: 200,
      range: { start: 0, end: 999 },
      headers: {
        etag: expect.stringMatching(/^"[\w-]{24}"$/),
        'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT',
        'cache-control': 'private, no-cache',
        'cross-origin-resource-policy': 'same-site',
        'content-type': 'video/mp4',
        'content-disposition': 'inline',
        'accept-ranges': 'bytes',
        'content-length': 1000,
      },
    });
  });

  test('is a part, for GET only', () => {
    const range = 'bytes=10-19';
    expect(plan({ range })).toMatchObject({
      status: 206,
      range: { start: 10, end: 19 },
      headers: { 'content-range': 'bytes 10-19/1000', 'content-length': 10 },
    });
    const head = plan({ range }, 'HEAD');
    expect(head).toMatchObject({ status: 200, range: undefined, headers: { 'content-length': 1000 } });
    expect(head.headers).not.toHaveProperty('content-range');
  });

  test('has no bytes where the file is there already, is another, or ends before', () => {
    const there = plan({ 'if-none-match': etag, range: 'bytes=5000-' });
    expect(there).toMatchObject({ status: 304, range: undefined, headers: { etag } });
    expect(there.headers).not.toHaveProperty('content-length');
    expect(plan({ 'if-match': '"another"' })).toEqual({ status: 412, range: undefined, headers: {} });
    const beyond = { status: 416, range: undefined, headers: { 'content-range': 'bytes */1000' } };
    expect(plan({ range: 'bytes=1000-' })).toEqual(beyond);
  });

  test('has another ETag for another key or size', () => {
    const tags = [
      etag,
      planAnswer({ method: 'GET', headers: {} }, film, SIZE + 1).headers.etag,
      planAnswer({ method: 'GET', headers: {} }, { ...film, file: { ...file, key: 'a.mp4' } }, SIZE).headers
        .etag,
    ];
    expect(new Set(tags).size).toBe(3);
    expect(etag).not.toContain('1a2b');
  });
});

test.each([
  ['play', 'hls.m3u8', 'application/vnd.apple.mpegurl', 'no-cache'],
  ['play', '720p.mp4', 'video/mp4', 'no-cache'],
  ['play', 'storyboard.vtt', 'text/vtt; charset=utf-8', 'max-age=300'],
  ['thumbnail', '640.avif', 'image/avif', 'max-age=300'],
  ['play', 'something.html', 'application/octet-stream', 'no-cache'],
] as const)('%s %s is %s, kept %s', (purpose, name, type, keep) => {
  const wanted = {
    asked: { videoId: 'x', purpose, name, isDownload: false },
    file: { ...file, purpose, name },
  };
  expect(planAnswer({ method: 'GET', headers: {} }, wanted, SIZE).headers).toMatchObject({
    'content-type': type,
    'cache-control': `private, ${keep}`,
  });
});
