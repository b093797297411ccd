import { alike, ld, OWN, type PageKinds } from './page-kind.ts';

const FILM = '“A slow zoom” from JSON-LD; film /1.mp4 from JSON-LD';
const TEXT = JSON.stringify(OWN);
const fields = '"@type": "VideoObject", "contentUrl": "/1.mp4"';

export const BROKEN_JSON: PageKinds = {
  heading: 'JSON-LD that is not JSON',
  kinds: [
    ...alike(FILM, {
      'a raw line break in a text': ld(`{${fields}, "name": "A slow\nzoom"}`),
      'a raw line break after an escaped backslash': ld(`{${fields}, "name": "A slow zoom", "x": "\\\\\n"}`),
      'an HTML comment around it': ld(`<!-- ${TEXT} -->`),
      'CDATA around it': ld(`//<![CDATA[\n${TEXT}\n//]]>`),
      'a byte order mark': ld(`\uFEFF${TEXT}`),
      'HTML entities for quotes': ld(TEXT.replaceAll('"', '&quot;')),
      'single quotes': ld(TEXT.replaceAll('"', "'")),
      'two objects in one script': ld(`{"@type": "WebSite", "name": "Site"}${TEXT}`),
      'addresses with two slashes beside comments': ld(
        `{ // one\n"@type": "VideoObject", "name": "A slow zoom", "contentUrl": "https://site.test/1.mp4",}`,
      ),
    }),
    {
      name: 'an escaped apostrophe',
      head: ld(`{${fields}, "name": "A \\'slow\\' zoom"}`),
      reads: "“A 'slow' zoom” from JSON-LD; film /1.mp4 from JSON-LD",
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
