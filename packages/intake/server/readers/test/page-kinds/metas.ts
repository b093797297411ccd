import { ld, metas, OWN, type PageKinds } from './page-kind.ts';

const TITLE = { 'og:title': 'A slow zoom' };
const FILM = '“A slow zoom” from Open Graph; film /1.mp4 from Open Graph';
const CARD = '“A slow zoom” from Twitter card; film /1.mp4 from Twitter card';

export const METAS: PageKinds = {
  heading: 'Open Graph, Twitter cards and other metas',
  kinds: [
    { name: 'og:video', head: metas({ ...TITLE, 'og:video': '/1.mp4' }), reads: FILM },
    {
      name: 'a player (text/html)',
      head: metas({ ...TITLE, 'og:video': '/embed/1', 'og:video:type': 'text/html' }),
      reads: '“A slow zoom” from Open Graph; player /embed/1',
    },
    {
      name: 'a player and a film',
      head: '<meta property="og:title" content="A slow zoom"><meta property="og:video:url" content="/embed/1"><meta property="og:video:type" content="text/html"><meta property="og:video:url" content="/1.mp4"><meta property="og:video:type" content="video/mp4">',
      reads: `${FILM}; player /embed/1`,
    },
    {
      name: 'a Flash player and a film',
      head: '<meta property="og:title" content="A slow zoom"><meta property="og:video" content="/p.swf"><meta property="og:video:type" content="application/x-shockwave-flash"><meta property="og:video" content="/1.mp4"><meta property="og:video:type" content="video/mp4">',
      reads: FILM,
    },
    {
      name: 'two qualities, the higher one later',
      head: '<meta property="og:title" content="A slow zoom"><meta property="og:video" content="/360.mp4"><meta property="og:video:height" content="360"><meta property="og:video" content="/720.mp4"><meta property="og:video:height" content="720">',
      reads: '“A slow zoom” from Open Graph; film /720.mp4 from Open Graph; or /360.mp4',
    },
    {
      name: 'og:image and its duration',
      head: metas({ ...TITLE, 'og:video': '/1.mp4', 'og:image': '/1.jpg', 'video:duration': '62' }),
      reads: `${FILM}; poster /1.jpg; 62 s`,
    },
    {
      name: 'video:tag',
      head: `${metas({ ...TITLE, 'og:video': '/1.mp4' })}<meta property="video:tag" content="zoom"><meta property="og:video:tag" content="blue">`,
      reads: `${FILM}; tags zoom, blue`,
    },
    {
      name: 'og:title but no og:video',
      head: metas(TITLE),
      reads: 'nothing: The page has no video that can be read.',
    },
    {
      name: 'twitter:player:stream',
      head: metas({
        'twitter:title': 'A slow zoom',
        'twitter:player:stream': '/1.mp4',
        'twitter:player:stream:content_type': 'video/mp4; codecs=avc1',
      }),
      reads: CARD,
    },
    {
      name: 'a film as twitter:player',
      head: metas({ 'twitter:title': 'A slow zoom', 'twitter:player': '/1.mp4' }),
      reads: CARD,
    },
    {
      name: 'a player under a title for search engines, and the film in JSON-LD',
      head:
        ld(OWN) +
        metas({
          'og:title': 'Watch a slow zoom in HD',
          'og:video': '/embed/1',
          'og:video:type': 'text/html',
        }),
      title: 'Watch a slow zoom in HD | Site',
      reads: '“A slow zoom” from JSON-LD; film /1.mp4 from JSON-LD; player /embed/1',
    },
    {
      name: '<link rel="video_src">',
      head: '<link rel="video_src" href="/1.mp4"><link rel="image_src" href="/1.jpg">',
      reads: '“A slow zoom - Site” from the page; film /1.mp4 from Twitter card; poster /1.jpg',
    },
  ],
};
