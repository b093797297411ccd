import { alike, metas, type PageKinds } from './page-kind.ts';

const FILM = '“A slow zoom - Site” from the page; film /1.mp4 from video element';

export const ELEMENTS: PageKinds = {
  heading: 'Players in the page',
  kinds: [
    ...alike(FILM, {
      '<video src>': { body: '<video src="/1.mp4" controls></video>' },
      'an <object> with a film': { body: '<object data="/1.mp4" type="video/mp4"></object>' },
      'a <video> in a link to its own file': { body: '<a href="/1.mp4"><video src="/1.mp4"></video></a>' },
      'a <video> beside the silent one of a background': {
        body: '<video src="/back.mp4" autoplay muted loop></video><video src="/1.mp4" controls></video>',
      },
    }),
    {
      name: '<amp-video>',
      body: '<amp-video poster="/1.jpg"><source src="/1.mp4" type="video/mp4"></amp-video>',
      reads: `${FILM}; poster /1.jpg`,
    },
    {
      name: 'sources with res',
      body: '<video><source src="/360.mp4" res="360"><source src="/1.mp4" res="1080"></video>',
      reads: `${FILM}; or /360.mp4`,
    },
    {
      name: 'a playlist before a file',
      body: '<video><source src="/1.m3u8" type="application/x-mpegURL"><source src="/1.mp4"></video>',
      reads: `${FILM}; or /1.m3u8 (hls)`,
    },
    {
      name: 'a lazy <video>',
      body: '<video data-src="/1.mp4" data-poster="/1.jpg"></video>',
      reads: `${FILM}; poster /1.jpg`,
    },
    {
      name: 'a <video> played by a script (blob:)',
      body: '<video src="blob:https://site.test/1"></video>',
      reads: 'nothing: The page has no video that can be read.',
    },
    {
      name: 'a <video> and the title in Open Graph',
      head: metas({ 'og:title': 'A slow zoom', 'og:image': '/1.jpg' }),
      body: '<video src="/1.mp4"></video>',
      reads: '“A slow zoom” from Open Graph; film /1.mp4 from video element; poster /1.jpg',
    },
  ],
};
