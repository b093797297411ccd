import { ld, OWN, type PageKinds } from './page-kind.ts';

const FILM = '“A slow zoom” from JSON-LD; film /1.mp4 from JSON-LD';
const TEXT = JSON.stringify(OWN);
const fields = '"@type": "VideoObject", "contentUrl": "/1.mp4"';

export const BROKEN_JSON: PageKinds = {
  heading: 'JSON-LD that is not JSON',
  kinds: [
    { name: 'a raw line break in a text', head: ld(`{${fields}, "name": "A slow\nzoom"}`), reads: FILM },
    {
      name: 'a raw line break after an escaped backslash',
      head: ld(`{${fields}, "name": "A slow zoom", "x": "\\\\\n"}`),
      reads: FILM,
    },
    {
      name: 'an escaped apostrophe',
      head: ld(`{${fields}, "name": "A \\'slow\\' zoom"}`),
      reads: "“A 'slow' zoom” from JSON-LD; film /1.mp4 from JSON-LD",
    },
    { name: 'an HTML comment around it', head: ld(`<!-- ${TEXT} -->`), reads: FILM },
    { name: 'CDATA around it', head: ld(`//<![CDATA[\n${TEXT}\n//]]>`), reads: FILM },
    { name: 'a byte order mark', head: ld(`\uFEFF${TEXT}`), reads: FILM },
    { name: 'HTML entities for quotes', head: ld(TEXT.replaceAll('"', '&quot;')), reads: FILM },
    { name: 'single quotes', head: ld(TEXT.replaceAll('"', "'")), reads: FILM },
    {
      name: 'two objects in one script',
      head: ld(`{"@type": "WebSite", "name": "Site"}${TEXT}`),
      reads: FILM,
    },
    {
      name: 'addresses with two slashes beside comments',
      head: ld(
        `{ // one\n"@type": "VideoObject", "name": "A slow zoom", "contentUrl": "https://site.test/1.mp4",}`,
      ),
      reads: FILM,
    },
    {
      name: 'a script that is cut off, and Open Graph',
      head: `${ld('{"@type": "VideoObject", "name": "A sl')}<meta property="og:video" content="/1.mp4">`,
      reads:
        '“A slow zoom - Site” from the page; film /1.mp4 from Open Graph; One script of structured data could not be read.',
    },
    {
      name: 'two scripts of nonsense and a good one',
      head: ld('{{{', 'var x = {', OWN),
      reads: `${FILM}; 2 scripts of structured data could not be read.`,
    },
  ],
};
