import { describe, expect, test } from 'vitest';
import { isAllowed, parseRobots } from '../../../intake/server/manners/robots-rules.ts';
import { AI_TRAINING_CRAWLERS, robotsText } from './robots.ts';

const sitemapsAt = 'https://charts.test';
const OPEN = `User-agent: *
Disallow: /api/
Disallow: /admin
Disallow: /dashboard
Disallow: /library
Disallow: /dmca/submit?
Disallow: /report?
Disallow: /report/*?
Disallow: /*?search=
Disallow: /*&search=
Disallow: /*?sort=
Disallow: /*&sort=
Disallow: /*?duration=
Disallow: /*&duration=
Disallow: /*?quality=
Disallow: /*&quality=
Disallow: /*?date=
Disallow: /*&date=

Sitemap: https://charts.test/sitemap.xml
`;

test('the text, to the byte', () => {
  expect(robotsText({ sitemapsAt, aiTraining: true })).toBe(OPEN);
  const refusal = `${AI_TRAINING_CRAWLERS.map((token) => `User-agent: ${token}\n`).join('')}Disallow: /\n`;
  expect(robotsText({ sitemapsAt, aiTraining: false })).toBe(OPEN.replace('Sitemap', `${refusal}\nSitemap`));
});

describe('read back by the reader of our own crawler', () => {
  const robots = parseRobots(robotsText({ sitemapsAt, aiTraining: false }));

  test.each([
    ...['/', '/?page=2', '/video/1', '/category/charts?page=2', '/adm/in-slovene', '/report/minor'],
    ...['/assets/entry.js', '/media/film/1/video.mp4', '/embed/1', '/feed.rss'],
  ])('an engine may fetch %s', (path) => {
    expect(isAllowed(robots, 'Examplebot', path)).toBe(true);
  });

  test.each([
    ...['/api/videos', '/admin/login', '/library', '/dmca/submit?url=x', '/report/minor?url=/video/1'],
    ...['/?search=chart', '/?page=2&sort=views', '/category/charts?tag=a&quality=hd'],
  ])('no engine should walk %s', (path) => {
    expect(isAllowed(robots, 'Examplebot', path)).toBe(false);
  });

  test('crawlers that gather for training get nothing, unless the domain lets them', () => {
    const open = parseRobots(robotsText({ sitemapsAt, aiTraining: true }));
    for (const token of AI_TRAINING_CRAWLERS) {
      expect([token, isAllowed(robots, token, '/'), isAllowed(open, token, '/')]).toEqual([
        token,
        false,
        true,
      ]);
      // RFC 9309, section 2.2.1.
      expect(token).toMatch(/^[a-z_-]+$/i);
    }
  });
});

test('a foreign host has the same rules, and no sitemap', () => {
  const text = robotsText({ sitemapsAt: undefined, aiTraining: true });
  expect(text).toBe(OPEN.slice(0, OPEN.indexOf('\nSitemap')));
});
