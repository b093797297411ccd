import { describe, expect, test } from 'vitest';
import { type Accel, accelHeaders } from './hand-over.ts';

const file = { key: 'videos/ab/x/video-1.mp4', localPath: '/srv/my data/storage/videos/ab/x/video-1.mp4' };

describe('a proxy is asked to send', () => {
  test.each<[Accel, number, Record<string, string>]>([
    [{ kind: 'off' }, 0, {}],
    [{ kind: 'x-accel', prefix: '/_files/' }, 0, { 'x-accel-redirect': '/_files/videos/ab/x/video-1.mp4' }],
    [
      { kind: 'x-accel', prefix: '/_files/' },
      5000,
      { 'x-accel-redirect': '/_files/videos/ab/x/video-1.mp4', 'x-accel-limit-rate': '5000' },
    ],
    [{ kind: 'x-sendfile' }, 5000, { 'x-sendfile': '/srv/my%20data/storage/videos/ab/x/video-1.mp4' }],
  ])('by %j at %d bytes a second', (accel, rate, headers) => {
    expect(accelHeaders(accel, file, rate)).toEqual(headers);
  });

  test('by a header that nothing can end', () => {
    const hostile = { key: 'a\r\nset-cookie: x=1/b c%0d?#.mp4', localPath: '/srv/a\r\nx: 1' };
    const all = [
      ...Object.values(accelHeaders({ kind: 'x-accel', prefix: '/_files/' }, hostile, 0)),
      ...Object.values(accelHeaders({ kind: 'x-sendfile' }, hostile, 0)),
    ];
    for (const value of all) expect(value).toMatch(/^[\w/.%-]+$/);
  });
});
