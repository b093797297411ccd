import type { PageAddress } from '../page-address.ts';
import type { Thing, Value } from './thing.ts';

/** What a thing says by its addresses: that it is about this page, about a part of it, about another, or nothing. */
export type Claim = 'this' | 'part' | 'other' | 'nothing';

/** By `mainEntityOfPage` and `url` if they agree; else by `isPartOf`, its @id, or the link around it. */
export function readClaim(thing: Thing, page: PageAddress): Claim {
  const stated = (['mainentityofpage', 'url'] as const).map((name) => statementOf(thing, name, page));
  const said = new Set(stated.filter((one) => one !== 'nothing'));
  if (said.has('other')) return said.size === 1 ? 'other' : 'nothing';
  if (said.size > 0) return said.has('this') ? 'this' : 'part';
  const whole = statementOfWhole(thing, page);
  if (whole !== 'nothing') return whole;
  if (thing.id !== undefined && /[/#?]/.test(thing.writtenId ?? '') && !isMedia(thing, thing.id)) {
    const naming = page.name(thing.id);
    // An id may be at any other host, and of any kind.
    return naming === 'elsewhere' ? 'nothing' : naming;
  }
  const { link } = thing.place;
  // A picture may be linked to its larger one, or to the film.
  if (link === undefined || isMedia(thing, link) || PICTURE.test(link)) return 'nothing';
  const linked = page.name(link);
  return linked === 'other' || linked === 'elsewhere' ? 'other' : 'nothing';
}

const PICTURE = /\.(?:jpe?g|png|webp|gif|avif)(?:$|[?#])/i;

function statementOf(thing: Thing, property: string, page: PageAddress): Claim {
  let said: Claim = 'nothing';
  for (const value of thing.values.get(property)?.slice(0, 10) ?? []) {
    for (const address of addressesIn(value)) {
      const naming = isMedia(thing, address) ? 'nothing' : page.name(address);
      if (naming === 'this') return 'this';
      if (naming === 'part') said = 'part';
      else if (naming !== 'nothing' && said === 'nothing') said = 'other';
    }
  }
  return said;
}

/** By the page that it is part of (`isPartOf`); a collection that it is part of may be anywhere. */
function statementOfWhole(thing: Thing, page: PageAddress): Claim {
  const pages = (thing.values.get('ispartof') ?? []).filter((value) => typeof value !== 'string');
  for (const whole of pages.slice(0, 10)) {
    const namings = addressesIn(whole).map((address) => page.name(address));
    if (namings.includes('this') || namings.includes('part')) return 'part';
    if (whole.types.has('webpage') && namings.includes('other')) return 'other';
  }
  return 'nothing';
}

function addressesIn(value: Value): string[] {
  if (typeof value === 'string') return [value];
  const urls = (value.values.get('url') ?? []).slice(0, 10).filter((url) => typeof url === 'string');
  return value.id === undefined ? urls : [value.id, ...urls];
}

/** A `url` is often the film's or the player's own. */
function isMedia({ values }: Thing, address: string): boolean {
  const media = ['contenturl', 'embedurl', 'thumbnailurl'].flatMap((name) => values.get(name) ?? []);
  return (
    media.includes(address) ||
    /\.(?:mp4|m4v|webm|mov|m3u8|mpd)(?:$|[?#])|\/(?:embed|player|iframe)\//i.test(address)
  );
}
