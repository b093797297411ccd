import { alike, type PageKinds } from './page-kind.ts';

const text = (head: string, before = '') =>
  `<!doctype html><html><head>${head}${before}<title>Größe – Site</title><meta property="og:video" content="/1.mp4"></head></html>`;
const READS = '“Größe – Site” from the page; film /1.mp4 from Open Graph';
const windows1252 = (html: string) => Buffer.from(html.replaceAll('–', '\x96'), 'latin1');
const mark = Buffer.from([0xff, 0xfe]);
const META = '<meta charset="windows-1252">';
const html = 'text/html';

export const CHARSETS: PageKinds = {
  heading: 'Encodings',
  kinds: [
    ...alike(READS, {
      'windows-1252, declared in the header': {
        bytes: windows1252(text('')),
        contentType: 'text/html; charset=ISO-8859-1',
      },
      'windows-1252, declared in a meta': { bytes: windows1252(text(META)), contentType: html },
      'windows-1252, not declared': { bytes: windows1252(text('')), contentType: html },
      'windows-1252, declared as UTF-8': {
        bytes: windows1252(text('<meta charset="utf-8">')),
        contentType: html,
      },
      'UTF-16LE with a byte order mark': {
        bytes: Buffer.concat([mark, Buffer.from(text(''), 'utf16le')]),
        contentType: html,
      },
      'UTF-8 with a meta that says UTF-16': {
        bytes: Buffer.from(text('<meta charset="utf-16">')),
        contentType: html,
      },
    }),
    {
      name: 'Shift_JIS, declared in a meta',
      bytes: Buffer.concat([
        Buffer.from('<meta charset="shift_jis"><meta property="og:video" content="/1.mp4"><title>'),
        Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
      ]),
      contentType: html,
      reads: '“日本” from the page; film /1.mp4 from Open Graph',
    },
    {
      name: 'a film under text/plain',
      bytes: Buffer.from('\0\0\0\x20ftypisom'),
      contentType: 'text/plain',
      reads: 'nothing: The address is a video file (text/plain), not a page.',
    },
  ],
};
