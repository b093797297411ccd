import { CATEGORIES } from './catalogue.ts';
import type { Clip } from './clip.ts';

const SITE_NAME = 'Pattern Shelf';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 68rem; margin: 0 auto; padding: 1rem }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: 1rem; padding: 0; list-style: none }
img, video { width: 100%; aspect-ratio: 16 / 9; object-fit: contain; background: #111 }
`;

export function homePage(origin: string, clips: readonly Clip[]): string {
  const shelves = CATEGORIES.map((category) => {
    const shelf = clips.filter((clip) => clip.category === category);
    return shelf.length === 0 ? '' : `<h2>${escaped(category)}</h2>\n${clipList(origin, shelf)}`;
  });
  return page(SITE_NAME, '', `<h1>${SITE_NAME}</h1>\n${shelves.join('\n')}`);
}

export function watchPage(
  origin: string,
  clip: Clip,
  { pageData, others }: { pageData: 'json-ld' | 'open-graph'; others: readonly Clip[] },
): string {
  const { media, thumbnail } = clipAddresses(origin, clip);
  const size = `width="${clip.width}" height="${clip.height}"`;
  return page(
    `${clip.title} - ${SITE_NAME}`,
    pageData === 'json-ld' ? structuredData(origin, clip) : openGraph(origin, clip),
    `<h1>${escaped(clip.title)}</h1>
<video controls preload="none" ${size} poster="${escaped(thumbnail)}" src="${escaped(media)}"></video>
<p>${escaped(clip.description)}</p>
<p>Shelf: ${escaped(clip.category)}. Tags: ${escaped(clip.tags.join(', '))}.</p>
<h2>More like this</h2>
${clipList(origin, others)}`,
  );
}

export function aboutPage(): string {
  return page(
    `About this site - ${SITE_NAME}`,
    '',
    `<h1>About this site</h1>
<p>Every clip here was calculated by a program. All of them may be copied, changed and shown anywhere.</p>`,
  );
}

/** Absolute, for the origin (`http://host:port`) the visitor used. */
export function clipAddresses(origin: string, { slug }: Clip) {
  return {
    page: `${origin}/watch/${slug}`,
    media: `${origin}/media/${slug}.mp4`,
    thumbnail: `${origin}/thumbs/${slug}.jpg`,
  };
}

/** Escapes text for content and double-quoted attributes of HTML and XML. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function page(title: string, head: string, main: string): string {
  return `<!DOCTYPE html>
<html lang="en" prefix="og: https://ogp.me/ns# video: https://ogp.me/ns/video#">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="icon" href="data:,">
${head}
<style>${STYLE}</style>
</head>
<body>
<header><p><a href="/">${SITE_NAME}</a> | <a href="/about-this-site">About</a></p></header>
<main>
${main}
</main>
</body>
</html>
`;
}

function clipList(origin: string, clips: readonly Clip[]): string {
  const items = clips.map((clip) => {
    const { page: href, thumbnail } = clipAddresses(origin, clip);
    const picture = `<img src="${escaped(thumbnail)}" alt="" loading="lazy">`;
    return `<li><a href="${escaped(href)}">${picture}<br>${escaped(clip.title)}</a></li>`;
  });
  return `<ul>\n${items.join('\n')}\n</ul>`;
}

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
  };
  // `<` could end the element early.
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}

/** ogp.me has no category, so it is given as `article:section`. */
function openGraph(origin: string, clip: Clip): string {
  const { page: url, media, thumbnail } = clipAddresses(origin, clip);
  const properties = [
    ['og:type', 'video.other'],
    ['og:url', url],
    ['og:title', clip.title],
    ['og:description', clip.description],
    ['og:image', thumbnail],
    ['og:video', media],
    ['video:duration', String(clip.durationSeconds)],
    ['video:release_date', clip.publishedAt.toISOString()],
    ['article:section', clip.category],
    ...clip.tags.map((tag) => ['video:tag', tag]),
  ];
  return properties
    .map(([property = '', content = '']) => `<meta property="${property}" content="${escaped(content)}">`)
    .join('\n');
}
