import { describe, expect, test } from 'vitest';
import { hostsOfSource } from './site.ts';

describe('a site', () => {
  const site = hostsOfSource('https://www.films.example/sitemap.xml', ['cdn.films.test', 'Other.example.']);

  test.each(['films.example', 'www.films.example', 'm.films.example', 'amp.films.example', 'films.example.'])(
    'has its other spelling %s',
    (host) => expect(site.has(host)).toBe(true),
  );

  test.each(['films.test', 'a.films.example', 'mfilms.example', 'films.example:8080', 'example', ''])(
    'does not have %j',
    (host) => expect(site.has(host)).toBe(false),
  );

  test.each([
    ['https://m.github.io/', 'github.io'],
    ['https://www.co.uk/', 'm.co.uk'],
    ['https://m.blogspot.com/', 'amp.blogspot.com'],
  ])('%s is not its neighbour %s under a public suffix', (url, host) =>
    expect(hostsOfSource(url).has(host)).toBe(false),
  );

  test('keeps its port, and a number is no name', () => {
    expect(hostsOfSource('http://127.0.0.1:8080/').has('127.0.0.1:8080')).toBe(true);
    expect(hostsOfSource('http://127.0.0.1:8080/').has('127.0.0.1:8081')).toBe(false);
    expect(hostsOfSource('http://films.example:8080/').has('films.example.:8080')).toBe(true);
  });
});
