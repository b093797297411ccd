import { canonicalAddress } from '@vesper/core/lib/text/canonical-address.ts';
import { cleanAddress } from '../clean-text.ts';

export type Naming =
  | 'this'
  /** With a fragment. */
  | 'part'
  | 'other'
  | 'elsewhere'
  /** No address, or the front page, which templates write everywhere. */
  | 'nothing';

export type PageAddress = ReturnType<typeof createPageAddress>;

/** `own` are the requested, final, canonical and mobile addresses; the first is its URL. */
export function createPageAddress(own: readonly (string | undefined)[], base: string) {
  const spellings = own.flatMap((url) => spellingOf(url, base) ?? []);
  const page = spellings[0];
  return {
    name(text: string | undefined): Naming {
      const named = spellingOf(text, base);
      if (!named || !page) return 'nothing';
      const isFront = named.path === '' && named.query.size === 0;
      if (isFront && !(page.path === '' && page.query.size === 0)) return 'nothing';
      const match = spellings.some((one) => isSamePage(one, named));
      if (match) return named.hasFragment ? 'part' : 'this';
      // Without its parameters, an address may be this page's or any.
      if (
        named.query.size === 0 &&
        spellings.some((one) => one.path === named.path && !hasOtherId(one, named))
      )
        return 'nothing';
      return spellings.some(({ host }) => host === named.host) ? 'other' : 'elsewhere';
    },
  };
}

interface Spelling {
  host: string;
  path: string;
  query: Map<string, string>;
  shown: Map<string, string>;
  hasFragment: boolean;
}

/** How a page was reached or is shown, not which it is. */
const SHOWN_AS =
  /^(?:amp|output(?:type)?|mobile|t|start|autoplay|ref|from|source|share|feature|lang|hl|list|index)$/i;
const MAY_BE_ID = /^(?:t|from|source|list|index)$/i;

function spellingOf(text: string | undefined, base: string): Spelling | undefined {
  const url = cleanAddress(text, base);
  if (!url) return undefined;
  const { host, pathname, searchParams } = new URL(canonicalAddress(url));
  const path = pathname
    .replace(/\/(?:index|default)\.(?:html?|php|aspx?)$/i, '/')
    .replace(/^\/(?:amp|m|mobile)(?=\/)/i, '')
    .replace(/(?:\/amp|\.amp)(?=\/?$|\.html?$)/i, '')
    .replace(/\/+$/, '');
  const query = new Map([...searchParams].filter(([name]) => !SHOWN_AS.test(name)));
  const shown = new Map([...searchParams].filter(([name]) => MAY_BE_ID.test(name)));
  return {
    host: host.replace(/^(?:(?:www|m|mobile|amp|wap)\.)+/, ''),
    path,
    query,
    shown,
    hasFragment: /#./.test(url),
  };
}

/** A mirror has the same path on another host; an address may omit parameters, but not all. */
function isSamePage(page: Spelling, named: Spelling): boolean {
  if (page.path !== named.path) return false;
  if (page.host !== named.host && page.path.length < 2) return false;
  if (hasOtherId(page, named)) return false;
  const isPart = [...named.query].every(([name, value]) => page.query.get(name) === value);
  return isPart && (named.query.size > 0 || page.query.size === 0);
}

/** "view.php?t=2" on "view.php?t=1": the parameter alone tells pages apart. */
function hasOtherId(page: Spelling, named: Spelling): boolean {
  if (page.query.size > 0 || named.query.size > 0) return false;
  return [...named.shown].some(([name, value]) => (page.shown.get(name) ?? value) !== value);
}
