import { alike, ld, metas, OTHER, OWN, PAGE, type PageKinds } from './page-kind.ts';

const FILM = '“A slow zoom” from JSON-LD; film /1.mp4 from JSON-LD';
/** Neither the page's title nor anything else tells the two apart. */
const UNTOLD = 'The site';
const both = (fields: object, others: object = {}) => ld({ ...OTHER, ...others }, { ...OWN, ...fields });

export const SEVERAL: PageKinds = {
  heading: 'Several videos, one of which says that it is the page’s own',
  kinds: [
    ...alike(FILM, {
      'a url that is the page': { head: both({ url: PAGE }), title: UNTOLD },
      'a url with www. and a slash at the end': {
        head: both({ url: 'http://www.site.test/watch/1/' }),
        title: UNTOLD,
      },
      'an AMP url': { head: both({ url: 'https://site.test/amp/watch/1' }), title: UNTOLD },
      'a url among parameters': {
        head: both({ url: '/watch?v=1' }, { url: '/watch?v=2' }),
        url: 'https://site.test/watch?v=1&from=home',
        title: UNTOLD,
      },
      'a url that is the canonical one': {
        head: `<link rel="canonical" href="/watch/slow-zoom">${both({ url: '/watch/slow-zoom' })}`,
        title: UNTOLD,
      },
      'an isPartOf that is the page': {
        head: both({ isPartOf: { '@type': 'WebPage', '@id': PAGE } }),
        title: UNTOLD,
      },
      'the title of the page': both({}),
      'a video under another address that is called like the page': ld({ ...OWN, url: '/videos/slow-zoom' }),
    }),
    {
      name: 'a url for phones of a site without paths',
      head: both({ url: 'https://m.site.test/?v=1' }, { url: 'https://m.site.test/?v=2' }),
      url: 'https://www.site.test/?v=1',
      title: UNTOLD,
      reads: '“A slow zoom” from JSON-LD; film https://www.site.test/1.mp4 from JSON-LD',
    },
    {
      name: 'the og:title',
      head: both({}) + metas({ 'og:title': 'A slow zoom', 'og:image': '/1.jpg' }),
      title: UNTOLD,
      reads: `${FILM}; poster /1.jpg`,
    },
    {
      name: 'the poster of the player',
      head: both({ thumbnailUrl: '/1.jpg' }),
      body: '<video src="/other.mp4" poster="/1.jpg"></video>',
      title: UNTOLD,
      reads: `${FILM}; or /other.mp4; poster /1.jpg`,
    },
  ],
};
