import { describe, expect, test } from 'vitest';
import { keyOf, keysOf, readOldAddress } from './old-address.ts';

const domains = new Set(['own.test']);

describe('an old address', () => {
  test.each([
    ['/watch.php?id=12', '', '/watch.php?id=12'],
    ['watch/12', '', '/watch/12'],
    ['/caf%C3%A9/', '', '/café'],
    ['/café', '', '/café'],
    ['https://old.test/a/b.html?x=1#top', '', '/a/b.html?x=1'],
    ['http://WWW.own.test/a', 'own.test', '/a'],
    ['/video/12', '', '/video/12'],
    ['/en/some-film', '', '/en/some-film'],
    ['/100%', '', '/100%'],
    ['//a//b', '', '/a//b'],
  ])('%s is read', (text, domain, address) => {
    expect(readOldAddress(text, domains)).toEqual({ domain, address });
  });

  test.each([
    ...['/', '/?v=12', '/admin/videos', '/dashboard', '/api/videos', '/help', '/legal/terms', '/robots.txt'],
    ...['/sitemap-videos-1.xml', '/category/charts/feed.atom', '/embed/12', '/.well-known/security.txt'],
    ...['/media/film/1/a.mp4', '/favicon.ico', '/assets/a.js', '/oembed'],
    '/video/00000000-0000-4000-8000-000000000001',
    'https://own.test/dmca/submit/',
  ])('%s is one that the site answers itself', (text) => {
    expect(readOldAddress(text, domains)).toMatch(/is one that this site answers itself\.$/);
  });

  test('must not be endless or empty', () => {
    expect(readOldAddress(`/${'x'.repeat(2001)}`, domains)).toMatch(/is longer than 2000 characters\.$/);
    expect(readOldAddress(' ', domains)).toMatch(/is not a valid address\.$/);
    expect(readOldAddress('http://[', domains)).toMatch(/is not a valid address\.$/);
  });

  test.each(['/a%00b', '/watch.php?id=%00'])('%s cannot be stored', (text) => {
    expect(readOldAddress(text, domains)).toMatch(/is not a valid address\.$/);
  });
});

describe('a request', () => {
  const known = (text: string) => {
    const read = readOldAddress(text, domains);
    return typeof read === 'string' ? undefined : keyOf(read.address).toString('hex');
  };
  const keys = (address: string) => keysOf(address).map((key) => key.toString('hex'));

  test('is known by its query first, then by its path', () => {
    expect(keys('/watch.php?id=12')).toEqual([known('/watch.php?id=12'), known('/watch.php')]);
    expect(keys('/a/?')).toEqual([known('/a')]);
    expect(keys('/caf%c3%a9?q=a+b')).toEqual([known('/café?q=a%20b'), known('/café')]);
  });

  test.each(['/', '/?page=999', '/embed/12', '/admin/nothing'])('for %s is never looked up', (address) => {
    expect(keysOf(address)).toEqual([]);
    expect(keysOf(address)).toEqual([]);
  });
});
