import { alike, ld, metas, OTHER, OWN, type PageKinds } from './page-kind.ts';

const FILM = '“A slow zoom” from JSON-LD; film /1.mp4 from JSON-LD';
const GRAPH = '“A slow zoom” from Open Graph; film /1.mp4 from Open Graph';
const ELEMENT = '“A slow zoom - Site” from the page; film /1.mp4 from video element';
const FOREIGN = 'nothing: All videos on the page belong to lists, other pages, trailers or advertisements.';
const UNTOLD = 'nothing: The page has 2 videos, and it is unclear which one is its own.';
const NONE = 'nothing: The page has no video that can be read.';
const GRAPH_HEAD = metas({ 'og:title': 'A slow zoom', 'og:video': '/1.mp4' });
const THIRD = { '@type': 'VideoObject', name: 'A third one', contentUrl: '/3.mp4' };
const card = (fields = '') =>
  `<div itemscope itemtype="https://schema.org/VideoObject"><a itemprop="url" href="/watch/2"><span itemprop="name">Another turn</span></a><meta itemprop="contentUrl" content="/2.mp4">${fields}</div>`;
const bareCard = card().replace(' itemprop="url"', '');
const PLAYER = '<video src="/1.mp4" controls></video>';

export const WRONG_FILMS: PageKinds = {
  heading: 'Other videos that must not be taken',
  kinds: [
    ...alike(FOREIGN, {
      'nothing but an ItemList of one': ld({
        '@type': 'ItemList',
        itemListElement: [{ '@type': 'ListItem', item: OTHER }],
      }),
      'an ItemList that refers to the graph by @id': ld({
        '@graph': [
          { '@type': 'ItemList', itemListElement: [{ '@id': '#a' }] },
          { ...OTHER, '@id': '#a' },
        ],
      }),
      'nothing but a video with the url of another page': ld({ ...OTHER, url: '/watch/2' }),
      'an all-in-one list whose items are parts of the page': ld({
        '@type': 'ItemList',
        itemListElement: [
          { ...OTHER, url: '/watch/1#a' },
          { ...THIRD, url: '/watch/1#b' },
        ],
      }),
      'a Movie with nothing but its trailer': ld({ '@type': 'Movie', name: 'A slow zoom', trailer: OTHER }),
      'a Movie, and its trailer beside it': ld(
        { '@type': 'Movie', name: 'A slow zoom' },
        { ...OTHER, name: 'A slow zoom - Official Trailer' },
      ),
      'nothing but a Clip': ld({ ...OTHER, '@type': ['Clip', 'VideoObject'] }),
      'a card in microdata inside a link': {
        body: `<a href="/watch/2">${bareCard.replaceAll(/<\/?a[^>]*>/g, '')}</a>`,
      },
      'a video that is part of another page (isPartOf)': ld({
        ...OTHER,
        isPartOf: { '@type': 'WebPage', '@id': '/watch/2' },
      }),
    }),
    ...alike(FILM, {
      'a list of related videos with urls after the own': ld(
        OWN,
        JSON.stringify([
          { ...OTHER, url: '/watch/2' },
          { ...THIRD, url: '/watch/3' },
        ]),
      ),
      'a video with clips of itself': ld({
        ...OWN,
        hasPart: [{ '@type': 'Clip', name: 'Start', contentUrl: '/2.mp4', url: '/watch/1?t=5' }],
      }),
      'an advertisement before the own, by its block': ld({ '@type': 'WPAdBlock', video: OTHER }, OWN),
      'related videos as relatedLink and in WebPage.significantLink': ld({
        '@type': 'WebPage',
        mainEntity: OWN,
        relatedLink: OTHER,
        significantLink: [THIRD],
      }),
      'Open Graph of another page, by its og:url':
        metas({ 'og:url': '/watch/2', 'og:title': 'Another turn', 'og:video': '/2.mp4' }) + ld(OWN),
    }),
    {
      name: 'the own without a film, and another without a name',
      head: ld({ ...OWN, contentUrl: undefined }, { ...OTHER, name: undefined }),
      reads: NONE,
    },
    {
      name: 'nothing but a preview in a thumbnail',
      body: '<a href="/watch/2"><video src="/2.mp4"></video></a>',
      reads: NONE,
    },
    {
      name: 'the player, and an advertisement before it',
      body: `<div class="ad-slot"><video src="/ad.mp4"></video></div>${PLAYER}`,
      reads: ELEMENT,
    },
    {
      name: 'a card in microdata among related videos',
      body: `<div class="related-videos">${bareCard}</div>${PLAYER}`,
      reads: ELEMENT,
    },
    {
      name: 'two players, one with the film of Open Graph',
      head: GRAPH_HEAD,
      body: `<video src="/2.mp4" controls></video>${PLAYER}`,
      reads: GRAPH,
    },
    {
      name: 'related cards in microdata, each with its url',
      head: GRAPH_HEAD,
      body: card() + card().replaceAll('2', '3'),
      reads: GRAPH,
    },
    {
      name: 'two players of which nothing tells which',
      body: '<video src="/2.mp4" controls></video><video src="/3.mp4" controls></video>',
      reads: UNTOLD,
    },
    { name: 'two videos of which nothing tells which', head: ld(OTHER, THIRD), reads: UNTOLD },
    {
      name: 'a Movie with a trailer, and the film in Open Graph',
      head: ld({ '@type': 'Movie', name: 'A slow zoom', trailer: OTHER }) + GRAPH_HEAD,
      reads: '“A slow zoom” from JSON-LD; film /1.mp4 from Open Graph',
    },
  ],
};
