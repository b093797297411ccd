import { alike, ld, metas, OTHER, OWN, PAGE, type PageKinds } from './page-kind.ts';

const FILM = '“A slow zoom” from JSON-LD; film /1.mp4 from JSON-LD';
const FOREIGN = 'nothing: All videos on the page belong to lists, other pages, trailers or advertisements.';
const NONE = 'nothing: The page has no video that can be read.';
const EXCERPT = 'nothing: The only video on the page is a trailer or preview, judging by its address.';
const SIGN = { thumbnailUrl: '/sign.jpg' };
const ABOUT_SITE = { ...OTHER, name: 'Site', url: '/about' };
const player = (attributes: string) => `<div ${attributes}><video src="/2.mp4" controls></video></div>`;
const item = (inside: string) =>
  `<div itemscope itemtype="https://schema.org/VideoObject"><meta itemprop="contentUrl" content="/2.mp4">${inside}</div>`;
const manyOthers = Array.from({ length: 120 }, (_, n) => ({
  ...OTHER,
  name: `Turn ${n}`,
  contentUrl: `/turns/${n}.mp4`,
}));

export const GIVEN_AWAY: PageKinds = {
  heading: 'Other videos, given away by their address, name, picture or place',
  kinds: [
    ...alike(FILM, {
      'a film and its preview in og:video':
        ld(OWN) + metas({ 'og:title': 'A slow zoom', 'og:video': '/previews/1.mp4' }),
      'the video of the site in Open Graph, and the own in JSON-LD':
        metas({ 'og:title': 'Site', 'og:video': '/2.mp4', 'og:url': '/' }) + ld(OWN),
      'the own by its url behind a hundred others': ld(
        JSON.stringify([...manyOthers, { ...OWN, url: PAGE }]),
      ),
    }),
    ...alike(NONE, {
      'properties without an item of several cards': {
        body: ['2', '3']
          .map((n) => `<b itemprop="name">Turn ${n}</b><meta itemprop="contentUrl" content="/${n}.mp4">`)
          .join(''),
      },
      'nothing but a player in a pop-up': { body: player('class="modal"') },
      'nothing but a player in an advertisement': { body: player('id="div-gpt-ad-123-0"') },
    }),
    {
      name: 'pages told apart by ?t= alone',
      url: 'https://site.test/view.php?t=1',
      head: ld({ ...OTHER, url: '/view.php?t=2' }),
      reads: FOREIGN,
    },
    { name: 'nothing but a video that is called like the site', head: ld(ABOUT_SITE), reads: FOREIGN },
    {
      name: 'nothing but a preview in og:video',
      head: metas({ 'og:video': '/1_preview.mp4' }),
      reads: EXCERPT,
    },
    {
      name: 'a player with a trailer, and one with the film',
      body: '<video src="/media/1-trailer.mp4" controls></video><video src="/1.mp4" controls></video>',
      reads: '“A slow zoom - Site” from the page; film /1.mp4 from video element',
    },
    {
      name: 'a trailer on a page about it',
      title: 'A slow zoom: the trailer - Site',
      head: ld({ ...OWN, name: 'A slow zoom: the trailer', contentUrl: '/trailers/1.mp4' }),
      reads: '“A slow zoom: the trailer” from JSON-LD; film /trailers/1.mp4 from JSON-LD',
    },
    {
      name: 'the site’s sign as the picture of all',
      head:
        metas({ 'og:title': 'A slow zoom', 'og:image': '/sign.jpg' }) +
        ld({ ...OTHER, ...SIGN }, { ...OWN, ...SIGN }),
      reads: `${FILM}; poster /sign.jpg`,
    },
    {
      name: 'an item whose picture leads to a larger one',
      body: item(
        '<a href="/large.jpg"><img itemprop="thumbnailUrl" src="/2.jpg"></a><b itemprop="name">A slow zoom</b>',
      ),
      reads: '“A slow zoom” from microdata; film /2.mp4 from microdata; poster /2.jpg',
    },
  ],
};
