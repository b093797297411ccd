import { parseOutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import { createSafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HostileSite, startHostileSite } from '../../../test/hostile-site.ts';
import { type Answer, checkVideo, judgeAnswer, judgeError } from './check-video.ts';

const FILM: Answer = {
  kind: 'remote',
  askedUrl: 'https://cdn.source.test/films/1.mp4',
  url: 'https://cdn.source.test/films/1.mp4',
  status: 200,
  contentType: 'video/mp4',
};
const PAGE: Answer = {
  kind: 'embed',
  askedUrl: 'https://source.test/watch/1',
  url: 'https://source.test/watch/1',
  status: 200,
  contentType: 'text/html; charset=utf-8',
};

describe('an answer', () => {
  test.each([
    [200, 'alive'],
    [404, 'deleted'],
    [401, 'private'],
    [451, 'legal'],
    [304, 'unreachable'],
    [429, 'unreachable'],
    [503, 'unreachable'],
  ])('%i says %s', (status, name) => {
    for (const answer of [FILM, PAGE]) expect(judgeAnswer({ ...answer, status }).class).toBe(name);
  });

  test.each([
    ['https://www.source.test/watch/1-new-title', 'alive'],
    ['https://m.source.test/watch/1', 'alive'],
    ['https://source.test/login?next=/watch/1', 'private'],
    ['https://accounts.other.test/en/sign-in', 'private'],
    ['https://source.test/', 'redirected'],
    ['https://other.test/watch/1', 'redirected'],
    ['https://source.test/catalogue/1', 'alive'],
  ])('of a page that redirects to %s says %s', (url, name) => {
    expect(judgeAnswer({ ...PAGE, url }).class).toBe(name);
  });

  test.each([
    ['https://edge7.other.test/films/1.mp4', 'video/mp4', 'alive'],
    ['https://cdn.source.test/films/1.mp4', 'application/octet-stream', 'alive'],
    ['https://cdn.source.test/films/1.mp4', undefined, 'alive'],
    ['https://cdn.source.test/films/1.mp4', 'application/vnd.apple.mpegurl', 'alive'],
    ['https://cdn.source.test/films/1.mp4', 'text/html', 'changed_type'],
    ['https://cdn.source.test/films/1.mp4', 'image/png', 'changed_type'],
    ['https://other.test/parked', 'text/html', 'redirected'],
    ['https://cdn.source.test/', 'text/html', 'redirected'],
    ['https://cdn.source.test/login', 'text/html', 'private'],
  ])('of a film from %s as %s says %s', (url, contentType, name) => {
    expect(judgeAnswer({ ...FILM, url, contentType }).class).toBe(name);
  });

  test('that is missing says nothing about a video that we may not, or not yet, check', () => {
    expect(judgeError(new SourceError('robots', 'No.'))).toEqual({ class: 'unknown', message: 'No.' });
    expect(judgeError(new SourceError('dns', 'No such host.'))).toMatchObject({ class: 'unreachable' });
    for (const code of ['host_waits', 'source_paused'] as const) {
      const waits = new SourceError(code, 'Later.', { retryAfterMs: 5000 });
      expect(judgeError(waits)).toEqual({ class: 'unknown', message: 'Later.', retryInMs: 5000 });
    }
    expect(() => judgeError(new TypeError('Our own fault.'))).toThrow('Our own fault.');
  });
});

describe('a check at a source that misbehaves', () => {
  const LIMITS = { headersTimeoutMs: 1500, idleTimeoutMs: 1500, totalTimeoutMs: 5000 };
  let source: HostileSite;
  let fetch: ReturnType<typeof createSafeFetch>;
  beforeAll(async () => {
    source = await startHostileSite();
    const allow = parseOutboundAllow(source.hostAndPort);
    fetch = createSafeFetch({ allow, userAgent: 'Test', limits: LIMITS });
  });
  afterAll(async () => {
    await fetch.close();
    await source.close();
  });

  const look = (kind: 'remote' | 'embed', path: string) => {
    const url = `${source.origin}${path}`;
    return checkVideo({ kind, videoUrl: url, sourceUrl: url }, fetch, new AbortController().signal);
  };

  test.each([
    ['remote', '/good.mp4', 'alive'],
    ['remote', '/video-is-html.mp4', 'changed_type'],
    ['remote', '/missing.mp4', 'deleted'],
    ['remote', '/never-headers', 'unreachable'],
    ['remote', '/redirect-private', 'unreachable'],
    ['embed', '/watch/good', 'alive'],
    ['embed', '/redirect-metadata', 'unreachable'],
  ] as const)('%s %s: %s', async (kind, path, name) => {
    const verdict = await look(kind, path);
    expect(verdict.class).toBe(name);
    if (verdict.class !== 'alive') expect(verdict.message).toMatch(/^[A-Z].*\.$/);
  });

  test('asks for no more than the head, or a few bytes', async () => {
    const before = source.requests.length;
    await look('remote', '/video-is-html.mp4');
    const asked = source.requests.slice(before);
    expect(asked.map(({ method, headers }) => [method, headers.range])).toEqual([
      ['HEAD', undefined],
      ['GET', 'bytes=0-15'],
    ]);
  });
});
