import { Parser } from 'htmlparser2';

/** What a crawler without script takes from a page. Addresses are as written, entities decoded. */
export interface ReadPage {
  /** Of <a>, in the order of the document. */
  links: { href: string; isFollowed: boolean }[];
  /** What a browser or a reader may fetch beside the page: pictures, films, styles, scripts, icons, feeds, frames. */
  files: string[];
  canonical: string | undefined;
  /** Of all metas named robots. */
  robots: string;
  /** Contents by `property` or `name`. */
  metas: Map<string, string>;
  /** The parsed JSON-LD. */
  things: unknown[];
  /** What visitors read in <main>. */
  text: string;
}

const UNSEEN = ['script', 'style', 'noscript', 'template'];
const FILE_RELATIONS =
  /\b(?:stylesheet|icon|apple-touch-icon|manifest|alternate|preload|modulepreload|prev|next)\b/;

/** Reads a page of ours: the HTML need not be tame, but is trusted to end. */
export function readPage(html: string): ReadPage {
  const page: ReadPage = {
    links: [],
    files: [],
    canonical: undefined,
    robots: '',
    metas: new Map(),
    things: [],
    text: '',
  };
  const open: string[] = [];
  let script: string | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(name);
      const { href, rel = '', src, srcset, poster, content = '' } = attributes;
      if (name === 'a' && href !== undefined)
        page.links.push({ href, isFollowed: !/\bnofollow\b/.test(rel) });
      if (name === 'link' && href !== undefined) {
        if (rel === 'canonical') page.canonical = href;
        if (FILE_RELATIONS.test(rel)) page.files.push(href);
      }
      if (name === 'meta') {
        const property = attributes.property ?? attributes.name ?? '';
        page.metas.set(property, content);
        if (property === 'robots') page.robots += ` ${content}`;
      }
      if (name === 'script' && attributes.type === 'application/ld+json') script = '';
      for (const address of [
        src,
        poster,
        ...(srcset?.split(',').map((one) => one.trim().split(/\s/)[0]) ?? []),
      ])
        if (address !== undefined && !address.startsWith('data:')) page.files.push(address);
    },
    ontext(text) {
      if (script !== undefined) script += text;
      if (open.includes('main') && !open.some((name) => UNSEEN.includes(name))) page.text += text;
    },
    onclosetag(name) {
      open.pop();
      page.text += ' ';
      if (name !== 'script' || script === undefined) return;
      page.things.push(JSON.parse(script));
      script = undefined;
    },
  });
  parser.end(html);
  return page;
}
