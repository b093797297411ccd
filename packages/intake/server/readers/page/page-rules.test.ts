import type { PageRules } from '@vesper/contract';
import { describe, expect, it } from 'vitest';
import { readPage } from './page-reader.ts';
import { readByRules } from './page-rules.ts';
import { selectorProblem } from './selection.ts';

const PAGE = 'https://site.test/watch/1';

function readBy(html: string, rules: PageRules) {
  const { video, problems } = readByRules(html, rules, PAGE);
  return { ...video, problems };
}

describe('rules', () => {
  const html = `<div class="head"><h2> A slow  <b>zoom</b><script>x()</script></h2></div>
    <a id="get" data-film="../media/1.mp4" data-poster="/1.jpg">Get</a>
    <span class="time">1:30</span><ul class="tags"><li>zoom<li>Fractal<li>ZOOM</ul>`;

  it('read texts and attributes, and resolve addresses', () => {
    const rules = {
      title: { selector: '.head > h2' },
      film: { selector: '#get', attribute: 'data-film' },
      poster: { selector: 'a[data-poster]', attribute: 'data-poster' },
      duration: { selector: '.time' },
      tags: { selector: '.tags li' },
    };
    expect(readBy(html, rules)).toMatchObject({
      title: 'A slow zoom',
      films: [{ url: 'https://site.test/media/1.mp4', kind: 'file' }],
      thumbnailUrl: 'https://site.test/1.jpg',
      durationSeconds: 90,
      tags: ['zoom', 'Fractal'],
      problems: {},
    });
  });

  it('say why they found nothing', () => {
    const { problems } = readBy(`${html}<a class="js" href="javascript:x()">x</a>`, {
      title: { selector: '.missing' },
      film: { selector: '.js', attribute: 'href' },
      poster: { selector: '#get', attribute: 'src' },
      duration: { selector: 'h2' },
    });
    expect(problems).toEqual({
      title: 'No element on the page matches the selector.',
      film: `It found "javascript:x()", which cannot be read as a film's address.`,
      poster: 'The selected element has no attribute "src".',
      duration: 'It found "A slow zoom", which cannot be read as a length of time.',
    });
  });
});

describe('with what the page says in other forms', () => {
  const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`;
  const head =
    meta('og:title', 'A slow zoom') + meta('og:video', '/short.mp4') + meta('og:description', 'Of it.');

  it('come first, and are completed', () => {
    const html = `${head}<a class="film" href="/whole.m3u8">Film</a>`;
    const video = readPage(html, PAGE, { film: { selector: '.film', attribute: 'href' } });
    expect(video).toMatchObject({ title: 'A slow zoom', description: 'Of it.' });
    expect(video.films.map(({ url }) => url)).toEqual(['https://site.test/whole.m3u8']);
    expect(video.takenFrom).toMatchObject({ title: 'Open Graph', film: "this source's rules" });
  });

  it('take no words of another video', () => {
    const thing = { '@type': 'VideoObject', name: 'Another film', contentUrl: '/2.mp4', keywords: 'other' };
    const html = `<script type="application/ld+json">${JSON.stringify(thing)}</script>
      <h2>A slow zoom</h2><a class="film" href="/1.mp4">Film</a>`;
    const rules = { title: { selector: 'h2' }, film: { selector: '.film', attribute: 'href' } };
    const video = readPage(html, PAGE, rules);
    expect(video).toMatchObject({ title: 'A slow zoom', tags: [] });
    expect(video.films.map(({ url }) => url)).toEqual(['https://site.test/1.mp4']);
  });

  it('decide between videos if it is unclear which one is the page', () => {
    const html = '<video src="/1.mp4"></video><video id="own" src="/2.mp4"></video>';
    expect(() => readPage(html, PAGE)).toThrow(/2 videos/);
    const { films } = readPage(html, PAGE, { film: { selector: '#own', attribute: 'src' } });
    expect(films.map(({ url }) => url)).toEqual(['https://site.test/2.mp4']);
  });
});

describe('hostile selectors and pages', () => {
  it.each(['[', 'a:nothing', 'a::before', ':is(', 'ns|a', 'a || b'])('refuses "%s"', (selector) => {
    expect(selectorProblem(selector)).toMatch(/is not a CSS selector/);
  });

  it.each([
    ['siblings', `${'* ~ '.repeat(20)}x`, `${'<i></i>'.repeat(20_000)}<x></x>`],
    ['positions', ':nth-child(3n+1):nth-last-child(2n)', '<i></i>'.repeat(20_000)],
  ])('gives up %s', (_, selector, html) => {
    expect(readBy(html, { title: { selector } }).problems.title).toMatch(/take too long/);
  });

  it('stops at a depth and a number of elements', () => {
    const deep = `${'<i>'.repeat(300)}<b>deep</b>`;
    expect(readBy(deep, { title: { selector: 'b' } }).title).toBe('');
    const long = `${'<i></i>'.repeat(60_000)}<b>late</b>`;
    expect(readBy(long, { title: { selector: 'b' } }).title).toBe('');
  });

  it('sees only the attributes of the page', () => {
    const html = '<p>x</p>';
    const rules = {
      title: { selector: '[constructor*=x]' },
      poster: { selector: 'p', attribute: '__proto__' },
    };
    expect(readBy(html, rules).problems).toEqual({
      title: 'No element on the page matches the selector.',
      poster: 'The selected element has no attribute "__proto__".',
    });
  });
});
