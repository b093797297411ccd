export interface Place {
  /** In a list of other videos, navigation or an advertisement. */
  isAside: boolean;
  link: string | undefined;
}

export const TOP_PLACE: Place = { isAside: false, link: undefined };

const ASIDE_ELEMENTS: ReadonlySet<string> = new Set(['aside', 'nav', 'footer', 'template', 'dialog']);
/** Templates put words about the whole page on these. */
const WHOLE_PAGE: ReadonlySet<string> = new Set(['html', 'body', 'main', 'head']);
const BEFORE = '(?:(?:videos?|posts?|content|site|page|js|vjs|c|div|widget|the)[-_]?)*';
/** Regular expression parts. */
const ASIDE_WORDS = `related recommend(?:ed|ations?)? similar suggest(?:ed|ions?)? up-?next next-?up
  more-?(?:videos?|from|like-?this|in) (?:you-?(?:may|might)-?)?also-?(?:liked?|watch(?:ed)?) you-?(?:may|might)-?like
  for-?you side-?bar playlist carousel trailers? teasers? ads? advert(?:s|isements?|ising)? banners? promo(?:tions?|s)?
  sponsor(?:ed|s)? pre-?roll popular trending latest thumb(?:s|nails?)? hover previews? comments? footer modal pop-?up
  light-?box outstream interstitial (?:gpt|google|ima|native)[-_]?ads? adsbygoogle
  (?:trailer|teaser|promo|preview|ad|outstream)[-_]?player`.replace(/\s+/g, '|');
const AFTER =
  '(?:[-_]{0,2}(?:videos?|posts?|items?|lists?|grid|block|box|sections?|wrap(?:per)?|container|content|area|slot|unit|cards?|bar|rows?|panel|widget|preview|for-?you|category|\\d))*';
const ASIDE_NAME = new RegExp(`^${BEFORE}(?:${ASIDE_WORDS})${AFTER}$`, 'i');

export function placeWithin(outer: Place, name: string, attributes: Record<string, string>): Place {
  const isAside =
    outer.isAside || ASIDE_ELEMENTS.has(name) || (!WHOLE_PAGE.has(name) && isNamedAside(attributes));
  const link = name === 'a' && attributes.href ? attributes.href : outer.link;
  return isAside === outer.isAside && link === outer.link ? outer : { isAside, link };
}

const ASIDE_ROLES: ReadonlySet<string> = new Set([
  ...['navigation', 'complementary', 'contentinfo', 'dialog', 'alertdialog'],
]);

function isNamedAside({ class: classes = '', id = '', role = '' }: Record<string, string>): boolean {
  if (ASIDE_ROLES.has(role)) return true;
  const names = `${classes.slice(0, 500)} ${id.slice(0, 100)}`;
  return names.split(/\s+/, 30).some((one) => one.length <= 60 && ASIDE_NAME.test(one));
}
