import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crawlDelaySeconds, isAllowed, matchesPattern, parseRobots } from './robots-rules.ts';

function allowed(text: string, path: string, token = 'FooBot'): boolean {
  return isAllowed(parseRobots(text), token, path);
}

describe('groups', () => {
  it('allows everything without rules', () => {
    expect(allowed('', '/x')).toBe(true);
    expect(allowed('User-agent: FooBot\n', '/x')).toBe(true);
    expect(allowed('User-agent: *\nDisallow:', '/x')).toBe(true);
    expect(allowed('<html><body>Not found</body></html>', '/x')).toBe(true);
  });

  it('finds the own group whatever its case, else that of everyone', () => {
    const text = 'User-agent: *\nDisallow: /everyone\nUser-agent: fOObOT\nDisallow: /own';
    expect(allowed(text, '/own')).toBe(false);
    expect(allowed(text, '/everyone')).toBe(true);
    expect(allowed(text, '/everyone', 'BarBot')).toBe(false);
    expect(allowed(text, '/own', 'BarBot')).toBe(true);
  });

  it('does not fall back to everyone when the own group is empty', () => {
    expect(allowed('User-agent: FooBot\n\nUser-agent: *\nDisallow: /', '/')).toBe(false);
    expect(allowed('User-agent: FooBot\nDisallow:\nUser-agent: *\nDisallow: /', '/')).toBe(true);
  });

  it('gives one group to several agents, and merges groups of one agent', () => {
    const text = `User-agent: FooBot\nUser-agent: BarBot\nDisallow: /a\n
      User-agent: BazBot\nDisallow: /b\n\nUser-agent: FooBot\nDisallow: /c`;
    expect(['/a', '/b', '/c'].map((path) => allowed(text, path))).toEqual([false, true, false]);
    expect(['/a', '/b', '/c'].map((path) => allowed(text, path, 'BarBot'))).toEqual([false, true, true]);
  });

  it('ignores rules before the first agent, and lets other lines not end a list of agents', () => {
    expect(allowed('Disallow: /\nUser-agent: BarBot\nDisallow: /', '/')).toBe(true);
    const text =
      'User-agent: FooBot\nSitemap: http://a/s.xml\nCrawl-delay: 2\nUser-agent: BarBot\nDisallow: /';
    expect(allowed(text, '/')).toBe(false);
    expect(allowed(text, '/', 'BarBot')).toBe(false);
  });

  it('reads comments, blanks, every line ending, a byte order mark, and the usual mistakes', () => {
    expect(allowed('\uFEFFUser-agent: FooBot # us\r\nDisallow: /x # there\r\n', '/x')).toBe(false);
    expect(allowed('user-agent: FooBot\rdisallow: /x\r', '/x')).toBe(false);
    expect(allowed('  USER-AGENT :  FooBot  \n\tDISALLOW\t:\t/x\t', '/x')).toBe(false);
    expect(allowed('User-agent FooBot\nDisallow /x', '/x')).toBe(false);
    expect(allowed('user agent: FooBot\ndissallow: /x', '/x')).toBe(false);
    expect(allowed('User-agent: FooBot\nUnknown: /\nAllowed: /\nDisallow: x', '/x')).toBe(false);
  });

  it('reads delays', () => {
    const robots = parseRobots('User-agent: *\nCrawl-delay: 2.5\nDisallow: /x');
    expect(crawlDelaySeconds(robots, 'FooBot')).toBe(2.5);
    expect(crawlDelaySeconds(parseRobots('User-agent: *\nCrawl-delay: soon'), 'FooBot')).toBeUndefined();
    expect(crawlDelaySeconds(parseRobots('User-agent: *\nCrawl-delay: 999999999'), 'FooBot')).toBe(86_400);
  });
});

describe('a delay', () => {
  it('is for the agents before it, not for those whose rules follow', () => {
    const robots = parseRobots(
      'User-agent: SlowBot\nCrawl-delay: 3600\n\nUser-agent: *\nUser-agent: OtherBot\nCrawl-delay: 3\nDisallow: /x',
    );
    expect(crawlDelaySeconds(robots, 'SlowBot')).toBe(3600);
    expect(crawlDelaySeconds(robots, 'OtherBot')).toBe(3);
    expect(crawlDelaySeconds(robots, 'FooBot')).toBe(3);
  });
});

describe('rules', () => {
  it('prefers the longest match and, between equals, allow', () => {
    const text = `User-agent: FooBot\nAllow: /p\nDisallow: /\n`;
    expect(allowed(text, '/page')).toBe(true);
    expect(allowed(text, '/other')).toBe(false);
    expect(allowed('User-agent: *\nDisallow: /folder\nAllow: /folder', '/folder/x')).toBe(true);
    expect(allowed('User-agent: *\nAllow: /folder\nDisallow: /folder', '/folder/x')).toBe(true);
    expect(allowed('User-agent: *\nAllow: /page\nDisallow: /*.html', '/page.html')).toBe(false);
    expect(allowed('User-agent: *\nAllow: /page\nDisallow: /*.ht', '/page.htm')).toBe(true);
    expect(allowed('User-agent: *\nAllow: /page\nDisallow: /*.htm', '/page.htm')).toBe(false);
    expect(allowed('User-agent: *\nAllow: /$\nDisallow: /', '/')).toBe(true);
    expect(allowed('User-agent: *\nAllow: /$\nDisallow: /', '/page.htm')).toBe(false);
    expect(allowed('User-agent: *\nDisallow: /x/page.html\nAllow: /x/', '/x/page.html')).toBe(false);
    expect(allowed('User-agent: *\nDisallow: /\nAllow: /x/', '/x/page.html')).toBe(true);
  });

  it.each([
    [
      '/fish',
      ['/fish', '/fish.html', '/fish/salmon', '/fishheads', '/fish.php?id=1'],
      ['/Fish', '/catfish', '/?id=fish'],
    ],
    ['/fish/', ['/fish/', '/fish/?id=1', '/fish/salmon.htm'], ['/fish', '/fish.html']],
    ['/*.php', ['/index.php', '/a/b.php?x', '/a.php/', '/a.php5'], ['/', '/windows.PHP']],
    ['/*.php$', ['/index.php', '/a/b.php'], ['/a.php?x', '/a.php/', '/a.php5', '/windows.PHP']],
    ['/fish*.php', ['/fish.php', '/fishheads/catfish.php?x'], ['/Fish.PHP']],
    ['*.gif$', ['/a.gif', '/b/c.gif'], ['/a.gif?x']],
    ['/$', ['/'], ['/a']],
    ['/a$b', ['/a$b', '/a$bc', '/a%24b'], ['/a', '/ab']],
    ['/a%2Ab', ['/a*b', '/a%2Ab'], ['/axb']],
    ['/a%24', ['/a$', '/a%24b'], ['/a']],
  ])('%s', (pattern, matching, others) => {
    const text = `User-agent: *\nDisallow: ${pattern}`;
    expect(matching.filter((path) => allowed(text, path))).toEqual([]);
    expect(others.filter((path) => !allowed(text, path))).toEqual([]);
  });

  it.each([
    ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar'],
    ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%E3%83%84', '/foo/bar/ツ'],
    ['/foo/bar/%e3%83%84', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
  ])('finds %s in %s, however it is escaped (RFC 9309 section 2.2.2)', (pattern, path) => {
    expect(allowed(`User-agent: *\nAllow: /\nDisallow: ${pattern}`, path)).toBe(false);
  });

  it('keeps an escaped slash of a path apart from a real one', () => {
    expect(allowed('User-agent: *\nDisallow: /a/b', '/a%2Fb')).toBe(true);
  });

  it('always allows /robots.txt, and takes an empty path for the first page', () => {
    expect(allowed('User-agent: *\nDisallow: /', '/robots.txt')).toBe(true);
    expect(allowed('User-agent: *\nDisallow: /', '/robots.txt2')).toBe(false);
    expect(allowed('User-agent: *\nDisallow: /', '')).toBe(false);
  });
});

describe('matchesPattern', () => {
  // Two letters and few pieces, so that many pairs nearly match and many match.
  const letters = fc.array(fc.constantFrom('a', 'b'), { maxLength: 30 }).map((list) => list.join(''));
  const patterns = fc.array(fc.constantFrom('a', 'b', '*', '*aab', '*abab'), { maxLength: 6 });

  it('says the same as a regular expression', () => {
    fc.assert(
      fc.property(patterns, fc.boolean(), letters, (pieces, anchored, path) => {
        const pattern = pieces.join('');
        const expression = new RegExp(`^${pattern.replace(/\*+/g, '.*')}${anchored ? '$' : ''}`, 's');
        expect(matchesPattern(anchored ? `${pattern}$` : pattern, path)).toBe(expression.test(path));
      }),
      { numRuns: 5_000 },
    );
  });

  it('looks at a path no oftener than it is long, stars or not', () => {
    fc.assert(
      fc.property(patterns, letters, fc.integer({ min: 1, max: 50 }), (pieces, part, times) => {
        const pattern = pieces.join('').repeat(times);
        const path = countingText(part.repeat(times));
        matchesPattern(pattern, path);
        matchesPattern(`${pattern}$`, path);
        expect(path.looks()).toBeLessThanOrEqual(2 * (path.length + pattern.length));
      }),
    );
    const worst = countingText(`/${'a'.repeat(50_000)}`);
    expect(matchesPattern(`/*${'a'.repeat(1_000)}b`, worst)).toBe(false);
    expect(worst.looks()).toBeLessThanOrEqual(worst.length + 1_003);
  });
});

/** A text that counts how often it is read. */
function countingText(text: string) {
  let looks = 0;
  return {
    length: text.length,
    charCodeAt(index: number) {
      looks += 1;
      return text.charCodeAt(index);
    },
    looks: () => looks,
  };
}
