import { CATEGORIES, type Clip } from './clip.ts';
import { type ClipEntry, clipAddresses } from './entries.ts';
import { escaped, scriptJson } from './markup.ts';

const SITE_NAME = 'Pattern Shelf';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 68rem; margin: 0 auto; padding: 1rem }
ul.clips { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: 1rem; padding: 0; list-style: none }
ul.clips img, video { width: 100%; aspect-ratio: 16 / 9; object-fit: contain; background: #111 }
ul.clips img { object-fit: cover }
`;

/** The front page: all clips by category. */
export function homePage(origin: string, clips: readonly Clip[]): string {
  const shelves = CATEGORIES.map((category) => {
    const shelf = clips.filter((clip) => clip.category === category);
    return shelf.length === 0 ? '' : `<h2>${escaped(category)}</h2>\n${clipList(origin, shelf)}`;
  });
  return page({
    origin,
    title: SITE_NAME,
    head: meta('description', 'Short clips of fractals, automata, gradients and test charts.'),
    main: `<h1>${SITE_NAME}</h1>\n${SEARCH_FORM}\n${shelves.join('\n')}`,
  });
}

/** The page of one clip; `others` are shown below as more of the same. */
export function watchPage(origin: string, entry: ClipEntry, others: readonly Clip[]): string {
  const { clip } = entry;
  const { media, thumbnail } = clipAddresses(origin, clip);
  const size = `width="${clip.width}" height="${clip.height}"`;
  const data = entry.pageData === 'json-ld' ? structuredData(origin, clip) : openGraph(origin, clip);
  return page({
    origin,
    title: `${clip.title} - ${SITE_NAME}`,
    head: `${meta('description', clip.description)}\n${data}`,
    main: `<h1>${escaped(clip.title)}</h1>
<video controls preload="none" ${size} poster="${escaped(thumbnail)}" src="${escaped(media)}"></video>
<p>${escaped(clip.description)}</p>
<p>Shelf: ${escaped(clip.category)}. Tags: ${escaped(clip.tags.join(', '))}.</p>
<h2>More like this</h2>
${clipList(origin, others)}`,
  });
}

/** What the site is, and what may be done with it; it shows no video. */
export function aboutPage(origin: string): string {
  return page({
    origin,
    title: `About this site - ${SITE_NAME}`,
    head: meta('description', 'Who may copy what from here.'),
    main: `<h1>About this site</h1>
<p>Every clip here was calculated by a program. All of them may be copied, changed and shown anywhere, by
people and by robots that keep to <a href="${escaped(origin)}/robots.txt">robots.txt</a>.</p>`,
  });
}

/** The answer to a search by a word of the title or a tag; robots are asked to keep out. */
export function searchPage(origin: string, words: string, found: readonly Clip[]): string {
  return page({
    origin,
    title: `Search - ${SITE_NAME}`,
    head: '<meta name="robots" content="noindex">',
    main: `<h1>Search</h1>\n${SEARCH_FORM}\n<p>${found.length} clips for "${escaped(words)}"</p>\n${clipList(origin, found)}`,
  });
}

/** A page below `/private/`, which robots.txt closes to robots. */
export function privatePage(origin: string): string {
  return page({
    origin,
    title: `Private - ${SITE_NAME}`,
    head: '<meta name="robots" content="noindex">',
    main: '<h1>Private</h1>\n<p>Robots are asked not to read this part of the site.</p>',
  });
}

export function notFoundPage(origin: string): string {
  return page({
    origin,
    title: `Not found - ${SITE_NAME}`,
    head: '<meta name="robots" content="noindex">',
    main: '<h1>Not found</h1>\n<p>There is nothing at this address.</p>',
  });
}

const SEARCH_FORM =
  '<form action="/search"><label>Search <input name="q" type="search"></label> <button>Go</button></form>';

function page(parts: { origin: string; title: string; head: string; main: string }): string {
  const link = (path: string, text: string) => `<a href="${escaped(parts.origin + path)}">${text}</a>`;
  return `<!DOCTYPE html>
<html lang="en" prefix="og: https://ogp.me/ns# video: https://ogp.me/ns/video#">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(parts.title)}</title>
<link rel="icon" href="data:,">
${parts.head}
<style>${STYLE}</style>
</head>
<body>
<header><p>${link('/', SITE_NAME)} | ${link('/about-this-site', 'About')} | ${link('/private/', 'Private')}</p></header>
<main>
${parts.main}
</main>
</body>
</html>
`;
}

function clipList(origin: string, clips: readonly Clip[]): string {
  if (clips.length === 0) return '';
  const items = clips.map((clip) => {
    const { page: href, thumbnail } = clipAddresses(origin, clip);
    const picture = `<img src="${escaped(thumbnail)}" alt="" loading="lazy">`;
    return `<li><a href="${escaped(href)}">${picture}<br>${escaped(clip.title)}</a></li>`;
  });
  return `<ul class="clips">\n${items.join('\n')}\n</ul>`;
}

/** schema.org VideoObject, with the duration as ISO 8601. */
function structuredData(origin: string, clip: Clip): string {
  const { page: url, media, thumbnail } = clipAddresses(origin, clip);
  const data = {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: clip.title,
    description: clip.description,
    url,
    thumbnailUrl: [thumbnail],
    uploadDate: clip.publishedAt.toISOString(),
    contentUrl: media,
    duration: `PT${clip.durationSeconds}S`,
    keywords: clip.tags.join(', '),
    genre: clip.category,
    width: clip.width,
    height: clip.height,
  };
  return `<script type="application/ld+json">${scriptJson(data)}</script>`;
}

/** Open Graph for a video (ogp.me); it knows no category, so that is given as `article:section`. */
function openGraph(origin: string, clip: Clip): string {
  const { page: url, media, thumbnail } = clipAddresses(origin, clip);
  const properties: [string, string][] = [
    ['og:type', 'video.other'],
    ['og:site_name', SITE_NAME],
    ['og:url', url],
    ['og:title', clip.title],
    ['og:description', clip.description],
    ['og:image', thumbnail],
    ['og:video', media],
    ['og:video:type', 'video/mp4'],
    ['og:video:width', String(clip.width)],
    ['og:video:height', String(clip.height)],
    ['video:duration', String(clip.durationSeconds)],
    ['video:release_date', clip.publishedAt.toISOString()],
    ['article:section', clip.category],
    ...clip.tags.map((tag): [string, string] => ['video:tag', tag]),
  ];
  return properties
    .map(([property, content]) => `<meta property="${property}" content="${escaped(content)}">`)
    .join('\n');
}

function meta(name: string, content: string): string {
  return `<meta name="${name}" content="${escaped(content)}">`;
}
