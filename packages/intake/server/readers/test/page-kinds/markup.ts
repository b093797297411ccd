import { alike, type PageKinds } from './page-kind.ts';

const FILM = '“A slow zoom” from microdata; film /1.mp4 from microdata';
const RDFA = '“A slow zoom” from RDFa; film /1.mp4 from RDFa';
const item = (inside: string, name = '<meta itemprop="name" content="A slow zoom">') =>
  `<div itemscope itemtype="https://schema.org/VideoObject">${name}${inside}</div>`;
const rdfa = (inside: string) =>
  `<div vocab="https://schema.org/" typeof="VideoObject"><span property="name">A slow zoom</span>${inside}</div>`;
const META = '<meta itemprop="contentUrl" content="/1.mp4">';

export const MARKUP: PageKinds = {
  heading: 'Microdata and RDFa',
  kinds: [
    ...alike(FILM, {
      'microdata in metas': { body: item(META) },
      'microdata with the name in a link': {
        body: item(META, '<a itemprop="name" href="/watch/1">A slow zoom</a>'),
      },
      'microdata around the whole page': {
        body: `<main itemscope itemtype="https://schema.org/VideoObject"><div class="sidebar-left">x</div><h1 itemprop="name">A slow zoom</h1>${META}</main>`,
      },
    }),
    {
      name: 'RDFa 1.0 with rel',
      body: '<div xmlns:schema="http://schema.org/" typeof="schema:VideoObject"><span property="schema:name">A slow zoom</span><a rel="schema:contentUrl" href="/1.mp4">Film</a></div>',
      reads: RDFA,
    },
    { name: 'RDFa Lite', body: rdfa('<link property="contentUrl" href="/1.mp4">'), reads: RDFA },
    {
      name: 'a <video> inside a microdata item',
      body: item('<video src="/1.mp4" poster="/1.jpg"></video>'),
      reads: `${FILM}; poster /1.jpg`,
    },
    {
      name: 'microdata with one keyword an element',
      body: item(
        `${META}<a itemprop="keywords" href="/t/zoom">zoom</a><a itemprop="keywords" href="/t/blue">blue</a>`,
      ),
      reads: `${FILM}; tags zoom, blue`,
    },
    {
      name: 'microdata with itemref',
      body: `${item('').replace('<div', '<div itemref="film more"')}<p id="film">${META}</p><p id="more"><meta itemprop="duration" content="PT62S"></p>`,
      reads: `${FILM}; 62 s`,
    },
    {
      name: 'itemprops in the head without an item',
      head: '<meta itemprop="name" content="A slow zoom"><meta itemprop="contentURL" content="/1.mp4"><link itemprop="thumbnailUrl" href="/1.jpg">',
      reads: `${FILM}; poster /1.jpg`,
    },
    {
      name: 'RDFa on <html> beside Open Graph',
      head: '<meta property="og:title" content="A slow zoom"><meta property="og:video" content="/1.mp4">',
      body: '<div typeof="sioc:Item foaf:Document"><span property="dc:title">Something</span></div>',
      reads: '“A slow zoom” from Open Graph; film /1.mp4 from Open Graph',
    },
    {
      name: 'the same video in microdata and JSON-LD',
      head: '<script type="application/ld+json">{"@type": "VideoObject", "name": "A slow zoom", "duration": "PT62S"}</script>',
      body: item(META),
      reads: '“A slow zoom” from JSON-LD; film /1.mp4 from microdata; 62 s',
    },
  ],
};
