import { alike, ld, metas, OWN, PAGE, type PageKinds } from './page-kind.ts';

const FILM = '“A slow zoom” from JSON-LD; film /1.mp4 from JSON-LD';
const own = (fields: object) => ld({ ...OWN, ...fields });

export const JSON_LD: PageKinds = {
  heading: 'JSON-LD',
  kinds: [
    ...alike(FILM, {
      'one VideoObject': ld(OWN),
      'an @graph': ld({ '@graph': [{ '@type': 'WebPage' }, OWN] }),
      'several types': own({ '@type': ['CreativeWork', 'VideoObject'] }),
      'a WebPage whose mainEntity refers by @id': ld({
        '@graph': [
          { '@type': 'WebPage', mainEntity: { '@id': '#v' } },
          { ...OWN, '@id': '#v' },
        ],
      }),
      'the only part (hasPart) of a page': ld({ '@type': 'WebPage', hasPart: OWN }),
      'a Movie with a film of its own': own({ '@type': 'Movie' }),
      'a Movie with its video': ld({
        '@type': 'Movie',
        name: 'A slow zoom',
        video: { '@type': 'VideoObject', contentUrl: '/1.mp4' },
      }),
      'full addresses as property names': ld({
        '@type': 'http://schema.org/VideoObject',
        'http://schema.org/name': 'A slow zoom',
        'https://schema.org/contentUrl': { '@id': '/1.mp4' },
      }),
      'the film as url': ld({ '@type': 'VideoObject', name: 'A slow zoom', url: '/1.mp4' }),
      "names in several languages, with the page's": own({
        name: [
          { '@value': 'Langsam', '@language': 'de' },
          { '@value': 'A slow zoom', '@language': 'en' },
        ],
      }),
      'names in a language map': own({ name: { de: 'Langsam', en: 'A slow zoom' } }),
    }),
    {
      name: 'a contentUrl relative to the base',
      head: `<base href="/media/">${own({ contentUrl: '1.mp4' })}`,
      reads: '“A slow zoom” from JSON-LD; film /media/1.mp4 from JSON-LD',
    },
    {
      name: 'a contentUrl with entities',
      head: own({ contentUrl: '/1.mp4?a=1&amp;b=2' }),
      reads: '“A slow zoom” from JSON-LD; film /1.mp4?a=1&b=2 from JSON-LD',
    },
    {
      name: 'a list of contentUrls',
      head: own({ contentUrl: ['/1.mp4', '/1.webm'] }),
      reads: `${FILM}; or /1.webm`,
    },
    {
      name: 'a playlist known by its encodingFormat',
      head: own({ contentUrl: '/play/1', encodingFormat: 'application/vnd.apple.mpegurl' }),
      reads: '“A slow zoom” from JSON-LD; film /play/1 (hls) from JSON-LD',
    },
    {
      name: 'an HLS playlist, and an mp4 in Open Graph',
      head: own({ contentUrl: '/1.m3u8' }) + metas({ 'og:title': 'A slow zoom', 'og:video': '/1.mp4' }),
      reads: '“A slow zoom” from JSON-LD; film /1.mp4 from Open Graph; or /1.m3u8 (hls)',
    },
    {
      name: 'encodings, the highest picture first',
      head: ld({
        '@type': 'VideoObject',
        name: 'A slow zoom',
        encoding: [
          { '@type': 'MediaObject', contentUrl: '/360.mp4', height: 360 },
          { '@type': 'MediaObject', contentUrl: '/720.mp4', height: '720' },
        ],
      }),
      reads: '“A slow zoom” from JSON-LD; film /720.mp4 from JSON-LD; or /360.mp4',
    },
    {
      name: 'the page itself as contentUrl, and the film in Open Graph',
      head: own({ contentUrl: PAGE }) + metas({ 'og:title': 'A slow zoom', 'og:video': '/1.mp4' }),
      reads: '“A slow zoom” from JSON-LD; film /1.mp4 from Open Graph',
    },
    {
      name: 'a picture as contentUrl',
      head: own({ contentUrl: '/1.jpg' }),
      reads: 'nothing: The page has no video that can be read.',
    },
    {
      name: 'a player alone',
      head: ld({ '@type': 'VideoObject', name: 'A slow zoom', embedUrl: '/embed/1' }),
      reads: '“A slow zoom” from JSON-LD; player /embed/1',
    },
    { name: 'a thumbnailUrl', head: own({ thumbnailUrl: '/1.jpg' }), reads: `${FILM}; poster /1.jpg` },
    {
      name: 'a thumbnail that refers by @id',
      head: ld({
        '@graph': [
          { ...OWN, thumbnail: { '@id': '#pic' } },
          { '@type': 'ImageObject', '@id': '#pic', contentUrl: '/1.jpg' },
        ],
      }),
      reads: `${FILM}; poster /1.jpg`,
    },
    {
      name: 'keywords as DefinedTerms',
      head: own({
        keywords: [
          { '@type': 'DefinedTerm', name: 'zoom' },
          { '@type': 'DefinedTerm', name: 'blue' },
        ],
      }),
      reads: `${FILM}; tags zoom, blue`,
    },
  ],
};
