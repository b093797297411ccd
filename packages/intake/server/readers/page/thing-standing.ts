import type { PageAddress } from './page-address.ts';
import type { Thing, Value } from './thing.ts';

/**
 * How surely a thing is the page's subject: 3 by address or as main entity, 2 as part of the page, 1 if unknown, 0
 * for lists, trailers and advertisements.
 */
export type Standing = 0 | 1 | 2 | 3;

const VIDEO_TYPES: ReadonlySet<string> = new Set([
  ...['videoobject', 'videoobjectsnapshot', 'musicvideoobject', 'movie', 'episode', 'tvepisode', 'webisode'],
]);
const LIST_TYPE =
  /^(?:itemlist|listitem|collection|collectionpage|searchresultspage|(?:video|image|media)gallery|offercatalog|breadcrumblist|datafeed|blog|(?:tv|movie|creativework|video|podcast)?se(?:ries|ason)|movieseries|wp(?:sidebar|footer|header|adblock)|sitenavigationelement|comment|review|website|organization|person)$/;
/** Properties whose video belongs to the thing itself. */
const OWN_PROPERTY: ReadonlySet<string> = new Set(
  `mainentity video videos subjectof associatedmedia media encoding encodescreativework sharedcontent about haspart
   workexample primarytopic object recordedin mainentityofpage`.split(/\s+/),
);
const NEVER_OWN = /trailer|teaser|preview|advert|^ads?$|sponsor|clip|^preroll/;
const PAGE_TYPE = /page$|^(?:\w*article|\w*posting|creativework|report)$/;
const AD_WORDS =
  /^(?:ads?|advert(?:isement|ising)?|anzeige|werbung|publicit[ée]|sponsored(?: video| content)?|promoted)(?:$|\s*[:|–—]|\s+-\s)/i;
const MAX_OWNERS = 50;
const MAX_DEPTH = 20;

export function isVideo({ types }: Thing): boolean {
  return [...types].some((type) => VIDEO_TYPES.has(type));
}

export function isPage({ types }: Thing): boolean {
  return [...types].some((type) => PAGE_TYPE.test(type)) && !isList({ types } as Thing);
}

export type Standings = ReturnType<typeof createStandings>;

/** Caches standings for one page. */
export function createStandings(page: PageAddress) {
  const decided = new Map<Thing, Standing>();
  const claims = new Map<Thing, Claim>();

  /** Cached: many things may share one owner. */
  function claimOf(thing: Thing): Claim {
    const claim = claims.get(thing) ?? readClaim(thing, page);
    claims.set(thing, claim);
    return claim;
  }

  /** Ownership may be circular or endlessly long. */
  function of(thing: Thing, depth = 0): Standing {
    const known = decided.get(thing);
    if (known !== undefined) return known;
    if (depth > MAX_DEPTH) return 0;
    decided.set(thing, 0);
    const standing = decide(thing, depth);
    decided.set(thing, standing);
    return standing;
  }

  function decide(thing: Thing, depth: number): Standing {
    if (isNeverOwn(thing)) return 0;
    const claim = claimOf(thing);
    if (claim === 'other') return 0;
    if (claim === 'this') return 3;
    const context = contextOf(thing, depth);
    return claim === 'part' && context > 0 ? (Math.max(2, context) as Standing) : context;
  }

  function contextOf({ place, isTop, owners }: Thing, depth: number): Standing {
    if (place.isAside) return 0;
    const some = owners.slice(0, MAX_OWNERS);
    const alone = isTop && !some.some(({ thing }) => isList(thing)) ? 1 : 0;
    return Math.max(alone, ...some.map((owner) => standingWithin(owner, depth))) as Standing;
  }

  function standingWithin({ thing: owner, property }: Thing['owners'][number], depth: number): Standing {
    if (isMainEntity(owner, property)) return claimOf(owner) === 'other' ? 0 : 3;
    if (isList(owner) || (isVideo(owner) && (property === 'haspart' || property === 'around'))) return 0;
    if (property !== 'around' && !OWN_PROPERTY.has(property)) return 0;
    return Math.min(2, of(owner, depth + 1)) as Standing;
  }

  return {
    of: (thing: Thing) => of(thing),
    namesOtherPage: (thing: Thing) => claimOf(thing) === 'other',
  };
}

/** Lists, trailers and advertisements: no similar title makes these the page's own. */
export function isOfOthers(thing: Thing): boolean {
  return (
    isNeverOwn(thing) ||
    thing.place.isAside ||
    thing.owners.slice(0, MAX_OWNERS).some(({ thing: owner }) => isList(owner))
  );
}

function isNeverOwn({ types, values, owners }: Thing): boolean {
  if ([...types].some((type) => NEVER_OWN.test(type))) return true;
  if (owners.slice(0, MAX_OWNERS).some((owner) => NEVER_OWN.test(owner.property) || isAdBlock(owner.thing)))
    return true;
  const words = [
    ...(values.get('name') ?? []),
    ...(values.get('genre') ?? []),
    ...(values.get('additionaltype') ?? []),
  ];
  const isAd = words.slice(0, 20).some((text) => typeof text === 'string' && AD_WORDS.test(text.trim()));
  return (
    isAd || (values.get('ispartof') ?? []).some((whole) => typeof whole !== 'string' && isAdBlock(whole))
  );
}

function isAdBlock({ types }: Thing): boolean {
  return types.has('wpadblock');
}

function isMainEntity({ types, owners }: Thing, property: string): boolean {
  const isListed = owners.slice(0, MAX_OWNERS).some(({ thing }) => isList(thing));
  return property === 'mainentity' && !isListed && [...types].some((type) => type.endsWith('page'));
}

function isList({ types }: Thing): boolean {
  return [...types].some((type) => LIST_TYPE.test(type));
}

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
    // An id may be on any host.
    return naming === 'elsewhere' ? 'nothing' : naming;
  }
  const { link } = thing.place;
  // A picture may link to its larger version, or to the film.
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

/** By `isPartOf` pages; collections may be anywhere. */
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

/** A `url` is often the film's or player's. */
function isMedia({ values }: Thing, address: string): boolean {
  const media = ['contenturl', 'embedurl', 'thumbnailurl'].flatMap((name) => values.get(name) ?? []);
  return (
    media.includes(address) ||
    /\.(?:mp4|m4v|webm|mov|m3u8|mpd)(?:$|[?#])|\/(?:embed|player|iframe)\//i.test(address)
  );
}
