import { createHash } from 'node:crypto';
import type { Transport, Video } from '@vesper/contract';
import { describe, expect, it } from 'vitest';
import { type Catalogue, createCatalogue, createVideo } from '../test/catalogue.ts';
import { createFakeApi } from '../test/fake-api.ts';
import { ORIGIN, render, requestFor, structuredData } from '../test/render.ts';
import { renderPage } from './entry-server.tsx';
import { controlStyles } from './player/controls/control-styles.ts';

/** React's own, and those around the page's head. */
const OWN_COMMENTS = /<!-- -->|<!--\/?\$-->|<!--(?:end of )?page head-->/g;

describe('home', () => {
  it('is served with its content', async () => {
    const { status, body, head } = await render('/');
    expect(status).toBe(200);
    expect(body).toContain('Latest Vesper Videos');
    expect(body).toContain('240 videos');
    expect(body).toContain('href="/video/video-0"');
    expect(body).toContain('placeholder="Search videos..."');
    expect(body).toContain('href="/?page=2"');
    expect(body).not.toContain('data-skeleton');
    expect(body.match(/fetchPriority="high"/gi)).toHaveLength(2);
    expect(head).toContain('<title>Vesper: free videos for adults</title>');
    expect(head).toContain(`<link rel="canonical" href="${ORIGIN}/">`);
    expect(head).toContain(`<link rel="next" href="${ORIGIN}/?page=2">`);
    expect(structuredData(head)).toMatchObject([
      {
        '@type': 'WebSite',
        potentialAction: { target: { urlTemplate: `${ORIGIN}/?search={search_term_string}` } },
      },
    ]);
  });

  it('is indexed only under its own host name', async () => {
    const request = requestFor('/');
    const [own, foreign] = [await renderPage(request), await renderPage({ ...request, isForeign: true })];
    const robots = '<meta name="robots" content="noindex,follow">';
    expect([own.html.includes(robots), foreign.html.includes(robots)]).toEqual([false, true]);
    expect(foreign.html.replace(`${robots}\n`, '')).toBe(own.html);
  });

  it('names its queries once: the server asks each call once', async () => {
    const { calls } = await render('/?page=2');
    expect(calls.toSorted()).toEqual([
      'GET /api/categories',
      'GET /api/domain-config',
      'GET /api/keyword-links',
      'GET /api/videos?page=2&limit=24',
    ]);
  });

  it('gives every page of the list an address', async () => {
    const { head, body } = await render('/?page=3&utm=x');
    expect(head).toContain(`<link rel="canonical" href="${ORIGIN}/?page=3">`);
    expect(head).toContain(`<link rel="prev" href="${ORIGIN}/?page=2">`);
    expect(head).toContain('Page 3</title>');
    expect(body).toMatch(/aria-label="Page 3" aria-current="page"/);
  });

  it('shows pagination for the list only', async () => {
    const { body } = await render('/?search=calm');
    expect(body).toContain('Search Results');
    expect(body).not.toContain('aria-label="Pagination"');
    expect(body).toContain('Show more results');
    expect(body).toContain('href="/?search=calm&amp;page=2"');
  });

  it('says what was searched for instead, and leads to what was typed', async () => {
    const { body, calls } = await render('/?search=jluia&quality=hd');
    expect(calls).toContain('GET /api/videos?page=1&limit=24&search=jluia&quality=hd');
    expect(body).toMatch(/role="status"[^>]*>Showing results for <b [^>]*>julia<\/b>/);
    expect(body).toMatch(/href="\/\?search=jluia&amp;exact=1&amp;quality=hd" rel="nofollow"[^>]*>jluia</);
    const { body: exactly, calls: asked } = await render('/?search=jluia&exact=1');
    expect(asked).toContain('GET /api/videos?page=1&limit=24&search=jluia&exact=1');
    expect(exactly).toContain('No videos found');
    expect(exactly).toMatch(/href="\/\?search=jluia"[^>]*>Search for similar words/);
  });

  it.each([
    [
      '/?search=clam&exact=1&sort=views',
      /Did you mean <a href="\/\?search=calm&amp;sort=views" rel="nofollow"[^>]*>calm</,
    ],
    ['/?search=-calm', /All your words are excluded by a minus\. Add a word to search for\./],
  ])('helps with the words of %s', async (url, help) => {
    expect((await render(url)).body).toMatch(help);
  });

  it('sorts and filters as the address says', async () => {
    const { body, head, calls } = await render('/?duration=long&tag=calm&sort=views&page=2');
    expect(calls).toContain('GET /api/videos?page=2&limit=24&tag=calm&duration=long&sort=views');
    expect(body).toContain('Most Viewed Vesper Videos');
    expect(body).toMatch(/<option value="long" selected="">Over 20 minutes/);
    expect(body).toMatch(/href="\/\?tag=calm&amp;sort=views"[^>]*><span class="sr-only">Remove filter /);
    expect(body).toMatch(/href="\/\?sort=views"[^>]*>Clear filters/);
    expect(body).toContain('<input type="hidden" name="tag" value="calm"/>');
    expect(head).toContain('<title>Most Viewed Vesper Videos - Page 2 | Vesper</title>');
    expect(head).toContain('<meta name="robots" content="noindex,follow">');
    expect(head).toContain(`href="${ORIGIN}/?tag=calm&#38;duration=long&#38;sort=views&#38;page=2"`);
    expect(structuredData(head)).toEqual([]);
  });

  it('filters a search by category too', async () => {
    const { body } = await render('/?search=calm&category=Tilings');
    expect(body).toContain('<option value="" selected="">Best match</option>');
    expect(body).toMatch(/<option value="Tilings" selected="">/);
    expect(body).not.toContain('<option value="Nothing here"');
  });

  it('answers 404 for a page past the end', async () => {
    const { body, head, status } = await render('/?page=99');
    expect(status).toBe(404);
    expect(head).toContain(`<link rel="prev" href="${ORIGIN}/?page=10">`);
    expect(body).toContain('There is no page 99');
    expect(body).toMatch(/href="\/\?page=10"[^>]*>Go to the last page, 10/);
    expect(await render('/category/tilings?page=3&quality=hd')).toMatchObject({
      status: 404,
      body: expect.stringContaining('There is no page 3'),
    });
    expect((await render('/?search=nothing-like-it')).status).toBe(200);
  });

  it('says which filters leave nothing', async () => {
    const { body } = await render('/?tag=none');
    expect(body).toContain('No videos found');
    expect(body).toContain('No video matches these filters.');
    expect(body).toMatch(/href="\/"[^>]*>Clear filters/);
    const { body: searched } = await render('/?search=zzzz&date=week');
    expect(searched).toMatch(/href="\/\?search=zzzz"[^>]*>Clear filters/);
    expect(searched).toMatch(
      /<input type="hidden" name="date" value="week"\/><button type="submit"[^>]*>Clear search/,
    );
  });

  it('leaves empty categories out of the chips', async () => {
    expect((await render('/')).body).not.toContain('href="/category/nothing-here"');
    expect((await render('/category/nothing-here')).body).toMatch(
      /aria-current="page"[^>]*><span[^>]*>Nothing here/,
    );
  });

  it.each(['/?page=0', '/?search=%00', '/category/tilings?date=ever'])('refuses %s', async (url) => {
    const { status, body, head } = await render(url);
    expect(status).toBe(400);
    expect(body).toContain('This address cannot be shown');
    expect(head).toContain('noindex');
  });
});

describe('video', () => {
  it('is served with its content and structured data', async () => {
    const { status, body, head } = await render('/video/video-3');
    expect(status).toBe(200);
    expect(body).toContain('<h1 dir="auto"');
    expect(body).toMatch(
      /<video [^>]*src="\/media\/clip.mp4"[^>]* controls="" [^>]*controlsList="nodownload"/,
    );
    expect(body).toContain('href="/media/clip.mp4?download"');
    expect(body).toContain('Related Videos');
    expect(body).toContain('href="/category/');
    expect(body).toContain('href="/?search=long+take"');
    expect(body).toContain('Rendered with a fixed seed.\nNothing');
    const [video, trail] = structuredData(head);
    expect(video).toMatchObject({
      '@type': 'VideoObject',
      name: 'Colour bars and a moving grey ramp (4)',
      thumbnailUrl: [`${ORIGIN}/media/picture-3.svg`],
      uploadDate: '2025-11-17T12:00:00.000Z',
      contentUrl: `${ORIGIN}/media/clip.mp4`,
      embedUrl: `${ORIGIN}/embed/video-3`,
      interactionStatistic: { userInteractionCount: expect.any(Number) },
      keywords: 'colour, long take',
      genre: expect.any(String),
      duration: 'PT5M11S',
    });
    expect(trail).toMatchObject({ '@type': 'BreadcrumbList', itemListElement: { length: 3 } });
  });

  it('names its player, by its data and by oEmbed, only where other sites may frame it', async () => {
    const { head } = await render('/video/video-3', ({ config }) => {
      config.embedding = { sites: 'nobody', hosts: [] };
    });
    const [video] = structuredData(head);
    expect(video).toHaveProperty('contentUrl');
    expect(video).not.toHaveProperty('embedUrl');
    expect(head).not.toContain('oembed');
  });

  it('says when there is nothing related', async () => {
    const { body } = await render('/video/video-1', ({ videos }) => {
      videos[1] = createVideo(1, { tags: [] });
    });
    expect(body).toContain('No related videos');
  });

  it('that is embedded shows its picture and the way to its source, and no player', async () => {
    const embedUrl = 'https://player.example/embed/1?a=1&b=2';
    const { status, body, head } = await render('/video/video-1', ({ videos }) => {
      videos[1] = createVideo(1, { kind: 'embed', videoUrl: '', embedUrl, thumbnailUrl: '' });
    });
    expect(status).toBe(200);
    expect(body).toContain('href="https://player.example/embed/1?a=1&amp;b=2"');
    expect(body).toMatch(/rel="nofollow noopener noreferrer"[^>]*>.*Watch at the source/);
    expect(body).not.toContain('<video');
    expect(body).not.toContain('Download');
    const [thing] = structuredData(head);
    expect(thing).toMatchObject({ '@type': 'VideoObject', embedUrl });
    expect(thing).not.toHaveProperty('contentUrl');
    expect(thing).not.toHaveProperty('thumbnailUrl');
    expect(head).not.toContain('og:video"');
  });

  it("with a provider's player names the provider, and requests nothing from it", async () => {
    const embedUrl = 'https://player.example/embed/1';
    const embed = { provider: 'Clips', watchUrl: 'https://clips.example/watch/1' };
    const { body, head } = await render('/video/video-1', ({ videos }) => {
      videos[1] = createVideo(1, { kind: 'embed', videoUrl: '', embedUrl, embed });
    });
    expect(body).toContain('aria-label="Play video"');
    expect(body.replaceAll('<!-- -->', '')).toContain('Plays from Clips (player.example), which learns');
    expect(body).toMatch(
      /<a href="https:\/\/clips\.example\/watch\/1"[^>]*rel="nofollow noopener noreferrer"/,
    );
    expect(body).not.toContain('<iframe');
    expect(body).not.toContain('<video');
    expect(structuredData(head)[0]).toMatchObject({ embedUrl });
  });

  it('that was merged into another leads there', async () => {
    const { status, location } = await render('/video/former', ({ videos }) => {
      // The call answers a merged id with the remaining video.
      videos.find = (() => videos[3]) as typeof videos.find;
    });
    expect([status, location]).toEqual([301, '/video/video-3']);
  });

  it('is missing with 404', async () => {
    const { status, body, head } = await render('/video/nope');
    expect(status).toBe(404);
    expect(body).toContain('Video Not Found');
    expect(body).toContain('The video you&#x27;re looking for doesn&#x27;t exist.');
    expect(head).toContain('noindex');
    expect(head).not.toContain('canonical');
  });
});

describe('category', () => {
  it('is served with its content', async () => {
    const { status, body, head, calls } = await render('/category/noise-grain');
    expect(status).toBe(200);
    expect(body).toContain('30 videos in this category');
    expect(calls).toContain('GET /api/videos?page=1&limit=24&category=Noise+%26+grain');
    expect(calls.filter((call) => call === 'GET /api/categories')).toHaveLength(1);
    expect(structuredData(head).map((thing) => thing['@type'])).toEqual(['CollectionPage', 'BreadcrumbList']);
    expect(head).toContain(`<link rel="next" href="${ORIGIN}/category/noise-grain?page=2">`);
  });

  it('is sorted and filtered within itself', async () => {
    const { body, head, calls } = await render(
      '/category/tilings?quality=4k&sort=shortest&category=Fractals',
    );
    expect(calls).toContain('GET /api/videos?page=1&limit=24&category=Tilings&quality=4k&sort=shortest');
    expect(body).toContain('30 videos in this category');
    expect(body).toContain('6 videos</p>');
    expect(body).toMatch(/href="\/category\/tilings\?sort=shortest"[^>]*>Clear filters/);
    expect(body).not.toContain('All categories');
    expect(head).toContain('noindex,follow');
    expect(head).toContain(`href="${ORIGIN}/category/tilings?quality=4k&#38;sort=shortest"`);
    expect((await render('/category/tilings?tag=none')).body).toContain('No videos found');
  });

  it('says when it is empty, and when it does not exist', async () => {
    expect((await render('/category/nothing-here')).body).toContain('No videos in this category yet');
    const { status, body } = await render('/category/nope');
    expect(status).toBe(404);
    expect(body).toContain('Category Not Found');
    expect(body).toContain('The category you&#x27;re looking for doesn&#x27;t exist.');
  });
});

it.each(['/no/such/page', '/video/%E0%A4%A', '/video', '//video/x', '/admin'])(
  '%s is the 404 page',
  async (url) => {
    const { status, body } = await render(url);
    expect(status).toBe(404);
    expect(body).toContain('404 Page Not Found');
    expect(body).toContain('Did you forget to add the page to the router?');
  },
);

describe('every page', () => {
  const urls = [
    ...['/', '/?search=zzzz', '/video/video-3', '/category/fractals', '/nope', '/?page=x'],
    ...['/terms', '/help', '/contact', '/dmca', '/dmca/submit', '/legal/2257', '/en/calm', '/en/nope'],
    ...['/report', '/report/intimate-image', '/report/nope', '/report/status/known', '/report/confirm/known'],
  ];

  it.each(urls)('%s keeps to the policy, and fetches no picture before it is displayed', async (url) => {
    const { html, cspScriptHashes, cspStyleHashes } = await render(url);
    expect(html).not.toMatch(/<[^>]+\sstyle=/);
    expect(html).not.toMatch(/<[^>]+\son[a-z]+=/);
    const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => hashOf(text!));
    expect(inline).toEqual(cspScriptHashes);
    const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => text!);
    expect(cspStyleHashes.toSorted()).toEqual([...styles, ...controlStyles()].map(hashOf).toSorted());
    expect(html).not.toMatch(/ poster=|rel="preload"|loading="eager"/);
    for (const [script] of html.matchAll(/<script type="module"[^>]*>/g))
      expect(script).toContain('fetchpriority="low"');
    const fetched = [...html.matchAll(/<img [^>]*>/g)].filter(
      ([image]) => !/ loading="lazy"| src="data:/.test(image),
    );
    expect(fetched).toEqual([]);
    // Without script they are backgrounds, each as often as it has an address.
    const pictures = new Set(
      [...html.matchAll(/<img [^>]*loading="lazy"[^>]* src="([^"]+)"/g)].map(([, src]) => src),
    );
    expect(html.match(/--shown:url\(/g) ?? []).toHaveLength(pictures.size);
  });

  it.each(['/nope', '/video/nope', '/category/nope', '/en/nope'])(
    '%s is missing, and offers a search and the newest videos',
    async (url) => {
      const { status, body } = await render(url);
      expect(status).toBe(404);
      expect(body).toContain('aria-label="Search for something else"');
      expect(body).toContain('Newest Videos');
      expect(body.match(/href="\/video\/video-\d+"/g)).toHaveLength(12);
    },
  );

  it('takes a search text of any length', async () => {
    const { status, body, calls } = await render(`/?search=${'julia '.repeat(5000)}`);
    expect(status).toBe(200);
    expect(body).toContain('Search Results');
    expect(Math.max(...calls.map((call) => call.length))).toBeLessThan(1200);
  });

  it.each(urls)('%s has labels, gate and search, words apart, and the same bytes each time', async (url) => {
    const { html, body } = await render(url);
    expect(html).toContain('<meta name="rating" content="RTA-5042-1996-1400-1577-RTA">');
    expect(html).toContain('<meta name="rating" content="adult">');
    expect(html.split('<body>')[1]!.trimStart()).toMatch(/^<dialog open="" id="age-gate"/);
    expect(html).toContain('18+ Only');
    expect((await render(url)).html).toBe(html);
    expect(body.includes('id="header-search"')).toBe(!/^\/(\?|$)/.test(url));
    expect(body).toContain('name="search"');
    // As text browsers show them.
    const glued =
      /[^\s>/](?:<\/(?:a|b|button|label|nav|span|time)>)+<(?:a|button|label|nav|span|time)\b(?! aria-hidden)/g;
    expect([...html.matchAll(glued)].map(({ index }) => html.slice(index - 30, index + 60))).toEqual([]);
  });
});

it('header and footer have the links and words of the specification', async () => {
  const { html } = await render('/terms');
  const mail = 'mailto:contact@vesper.example';
  const linksIn = (part: string) =>
    [...part.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href = '', text = '']) => [
      text.replace(/<[^>]+>/g, '').trim(),
      href,
    ]);
  const header = linksIn(/<header.*?<\/header>/s.exec(html)?.[0] ?? '');
  expect(header).toEqual(
    expect.arrayContaining([
      ['Vesper', '/'],
      ['Admin', '/admin'],
    ]),
  );
  const footer = /<footer.*<\/footer>/s.exec(html)?.[0] ?? '';
  expect(linksIn(footer)).toEqual(
    expect.arrayContaining([
      ['contact@vesper.example', mail],
      ...['Home', 'Categories', 'New Videos'].map((name) => [name, '/']),
      [expect.stringMatching(/terms/i), '/terms'],
      [expect.stringMatching(/privacy/i), '/privacy-policy'],
      [expect.stringMatching(/DMCA/), '/dmca'],
      ...['Report Copyright', 'Report Content'].map((name) => [name, '/dmca/submit']),
      ...['Contact Us', 'Get Help'].map((name) => [name, expect.stringMatching(`^${mail}`)]),
      [expect.stringMatching(/submit a DMCA takedown request/i), '/dmca/submit'],
    ]),
  );
  expect(footer).toMatch(/embedded from third parties or (user-submitted|submitted by users)/i);
  expect(footer.replaceAll('<!-- -->', '')).toMatch(new RegExp(`©\\s*${new Date().getUTCFullYear()}`));
});

it('the index of keywords is not indexed, and says so when it is empty', async () => {
  const { status, head, html } = await render('/topics');
  expect(status).toBe(200);
  expect(head).toContain('<meta name="robots" content="noindex,follow">');
  expect(head).toContain(`<link rel="canonical" href="${ORIGIN}/topics">`);
  expect(html).toContain('No topics yet');
});

describe('feeds', () => {
  it.each([
    ['/', '/feed.rss'],
    ['/category/noise-grain', '/category/noise-grain/feed.rss'],
  ])('are named by a plain list, %s, on its first page', async (url, feed) => {
    const { head } = await render(url);
    expect(head).toMatch(
      new RegExp(`<link rel="alternate" type="application/rss\\+xml" title="[^"]+" href="${ORIGIN}${feed}">`),
    );
    for (const other of ['?page=2', '?sort=views'])
      expect((await render(url + other)).head).not.toContain('rss+xml');
  });
});

describe('the weight of a page', () => {
  /** Addresses and placeholders as long as the site's. */
  function signAll({ videos }: Catalogue): void {
    for (const [index, video] of videos.entries()) {
      const number = String(index).padStart(12, '0');
      video.id = `d31e9ce2-80fa-4eff-99f4-${number}`;
      video.thumbnailUrl = `/media/thumbnail/${video.id}/1796860800/${String(index).padEnd(24, '_')}/640.webp`;
      video.placeholder = `data:image/webp;base64,${'A'.repeat(90)}`;
      video.previewUrl = null;
    }
  }

  it.each([
    ['/?page=3', 24, 45_000],
    ['/category/fractals', 24, 47_100],
    ['/video/d31e9ce2-80fa-4eff-99f4-000000000003', 12, 32_500],
  ])('of %s with %d cards is at most %d bytes', async (url, cards, most) => {
    const { html, status } = await render(url, signAll);
    expect([status, html.match(/<article/g)?.length]).toEqual([200, cards]);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(most);
  });
});

describe('hostile words', () => {
  const breakout = '</script><script>alert(1)</script>';
  const handler = '"><img src=x onerror=alert(2)>';
  const video: Partial<Video> = {
    title: breakout + handler,
    description: `${breakout}\u2028<!--${handler}`,
    tags: [breakout, handler],
    category: 'Fractals',
    thumbnailUrl: `/media/x.svg?${handler}`,
  };

  it.each([
    '/',
    '/video/hostile',
    '/category/fractals',
    `/?search=${encodeURIComponent(breakout + handler)}`,
  ])('stay words on %s', async (url) => {
    const { html } = await render(url, (catalogue) => {
      catalogue.videos.unshift(createVideo(0, { id: 'hostile', ...video }));
      catalogue.config.tagline = breakout + handler;
      catalogue.config.seo.titleTemplate = `%s $& ${handler}`;
    });
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<img src=x');
    expect(html.replaceAll(OWN_COMMENTS, '')).not.toContain('<!--');
    expect(html).not.toContain('\u2028<');
    for (const thing of structuredData(html)) expect(thing).toHaveProperty('@type');
    const state = /<script id="state" type="application\/json">(.*?)<\/script>/s.exec(html)![1]!;
    expect(state).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(state).length).toBeGreaterThan(1);
  });
});

it('hands unexpected failures to the server', async () => {
  const broken: Transport = async ({ url }) => {
    const { transport } = createFakeApi(createCatalogue());
    if (url.startsWith('/api/categories'))
      return { status: 503, bodyText: '{"error":"unavailable","message":"Busy."}' };
    return transport({ url, method: 'GET', call: { method: 'GET' } as never, input: {} });
  };
  await expect(renderPage(requestFor('/', broken))).rejects.toThrow('503');
});

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
