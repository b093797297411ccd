import type { XmlElement } from './xml-tree.ts';

/** What a text or a field must be; undefined if it is right, else what it must be. */
type Form = (value: unknown) => string | undefined;

const form =
  (words: string, isMet: (text: string) => boolean): Form =>
  (value) =>
    typeof value === 'string' && isMet(value) ? undefined : words;

const isAddress = (text: string) => /^https?:\/\/[^\s<>"]+$/.test(text) && URL.canParse(text);
const text = (most: number): Form =>
  form(`text of 1 to ${most} characters`, (value) => value.trim() !== '' && value.length <= most);
const anyText = text(100_000);
const address = form(
  'a whole address of at most 2048 characters',
  (value) => isAddress(value) && value.length < 2048,
);
/** W3C's note on date and time, and RFC 3339: with a zone. */
const moment = form(
  'a date and time with its zone',
  (value) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
);
/** RFC 822, with a year of four digits. */
const mailDate = form(
  'a date as in mails',
  (value) =>
    /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d? [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:GMT|[+-]\d{4})$/.test(
      value,
    ) && !Number.isNaN(Date.parse(value)),
);
const whole = (least: number, most: number): Form =>
  form(
    `a whole number from ${least} to ${most}`,
    (value) => /^\d+$/.test(value) && Number(value) >= least && Number(value) <= most,
  );
const exactly = (...words: string[]): Form => form(words.join(' or '), (value) => words.includes(value));
const language = form('a language tag', (value) => /^[a-zA-Z]{2,8}(?:-[a-zA-Z0-9]{1,8})*$/.test(value));
const nothing = form('empty', (value) => value === '');

export interface ElementRule {
  /** How often it may be there. */
  times: readonly [least: number, most: number];
  text: Form;
  /** `required` ones, and those that may be there. */
  attributes?: { required?: Record<string, Form>; allowed?: Record<string, Form> };
  children?: Readonly<Record<string, ElementRule>>;
  /** Children of which one at least is there. */
  oneOf?: readonly string[];
}

const once = (text: Form): ElementRule => ({ times: [1, 1], text });
const maybe = (text: Form): ElementRule => ({ times: [0, 1], text });
const MANY = Number.POSITIVE_INFINITY;

/** sitemaps.org's protocol 0.9. */
export const SITEMAP_INDEX: ElementRule = {
  ...{ times: [1, 1], text: nothing },
  children: {
    sitemap: {
      ...{ times: [1, 50_000], text: nothing },
      children: { loc: once(address), lastmod: maybe(moment) },
    },
  },
};

/** The same, with Google's extension for videos (developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps). */
export const URL_SET: ElementRule = {
  ...{ times: [1, 1], text: nothing },
  children: {
    url: {
      ...{ times: [1, 50_000], text: nothing },
      children: {
        loc: once(address),
        lastmod: maybe(moment),
        'video:video': {
          ...{ times: [0, 1], text: nothing },
          oneOf: ['video:content_loc', 'video:player_loc'],
          children: {
            'video:thumbnail_loc': once(address),
            'video:title': once(text(100)),
            'video:description': once(text(2048)),
            'video:content_loc': maybe(address),
            'video:player_loc': maybe(address),
            'video:duration': maybe(whole(1, 28_800)),
            'video:publication_date': once(moment),
            'video:family_friendly': once(exactly('no')),
            'video:live': once(exactly('no')),
            'video:tag': { times: [0, 32], text: anyText },
          },
        },
      },
    },
  },
};

/** Media RSS 1.5.1 (rssboard.org/media-rss): what may stand in media:content, or beside it. */
const MEDIA: Readonly<Record<string, ElementRule>> = {
  'media:title': { ...maybe(anyText), attributes: { required: { type: exactly('plain') } } },
  'media:description': { ...maybe(anyText), attributes: { required: { type: exactly('plain') } } },
  'media:thumbnail': {
    ...maybe(nothing),
    attributes: {
      required: { url: address },
      allowed: { width: whole(1, 100_000), height: whole(1, 100_000) },
    },
  },
  'media:keywords': maybe(anyText),
  'media:rating': { ...maybe(exactly('adult')), attributes: { required: { scheme: exactly('urn:simple') } } },
};
const MEDIA_CONTENT: Readonly<Record<string, ElementRule>> = {
  ...MEDIA,
  'media:content': {
    ...maybe(nothing),
    attributes: { required: { medium: exactly('video') }, allowed: { duration: whole(1, 1_000_000) } },
    // Content has an address of its own, or a player.
    children: { ...MEDIA, 'media:player': { ...once(nothing), attributes: { required: { url: address } } } },
  },
};

const feedLink = (times: ElementRule['times'], rel: string): ElementRule => ({
  ...{ times, text: nothing },
  attributes: {
    required: { rel: exactly(...rel.split(' ')), href: address },
    allowed: { type: exactly('application/rss+xml', 'application/atom+xml', 'text/html') },
  },
});

/** RSS 2.0 (rssboard.org/rss-specification). */
export const RSS: ElementRule = {
  ...{ times: [1, 1], text: nothing },
  attributes: { required: { version: exactly('2.0') } },
  children: {
    channel: {
      ...once(nothing),
      children: {
        title: once(anyText),
        link: once(address),
        description: once(anyText),
        language: maybe(language),
        lastBuildDate: maybe(mailDate),
        'atom:link': feedLink([1, 1], 'self'),
        item: {
          ...{ times: [0, 50], text: nothing },
          oneOf: ['title', 'description'],
          children: {
            title: once(anyText),
            link: once(address),
            guid: { ...once(address), attributes: { required: { isPermaLink: exactly('true') } } },
            pubDate: once(mailDate),
            category: { times: [0, MANY], text: anyText },
            description: once(anyText),
            ...MEDIA_CONTENT,
          },
        },
      },
    },
  },
};

/** Atom (RFC 4287, sections 4.1.1 and 4.1.2). */
export const ATOM: ElementRule = {
  ...{ times: [1, 1], text: nothing },
  attributes: { required: { 'xml:lang': language } },
  children: {
    'atom:id': once(address),
    'atom:title': once(anyText),
    'atom:subtitle': maybe(anyText),
    'atom:updated': once(moment),
    'atom:author': { ...once(nothing), children: { 'atom:name': once(anyText) } },
    'atom:link': feedLink([1, 2], 'self alternate'),
    'atom:entry': {
      ...{ times: [0, 50], text: nothing },
      children: {
        'atom:id': once(address),
        'atom:title': once(anyText),
        // Without atom:content one is asked for.
        'atom:link': feedLink([1, 1], 'alternate'),
        'atom:published': maybe(moment),
        'atom:updated': once(moment),
        'atom:category': { ...maybe(nothing), attributes: { required: { term: anyText } } },
        'atom:summary': maybe(anyText),
        ...MEDIA_CONTENT,
      },
    },
  },
};

/** What an element breaks of its rule, each with where. */
export function xmlFaults(element: XmlElement, rule: ElementRule, where = element.name): string[] {
  const faults: string[] = [];
  const wanted = rule.text(element.text);
  if (wanted !== undefined) faults.push(`${where} must be ${wanted}: ${element.text}`);
  const { required = {}, allowed = {} } = rule.attributes ?? {};
  for (const name of Object.keys(required))
    if (element.attributes[name] === undefined) faults.push(`${where} lacks ${name}`);
  for (const [name, value] of Object.entries(element.attributes)) {
    const attribute = required[name] ?? allowed[name];
    const problem = attribute ? attribute(value) : 'left out';
    if (problem !== undefined) faults.push(`${where} ${name} must be ${problem}: ${value}`);
  }
  const known = rule.children ?? {};
  for (const [name, { times }] of Object.entries(known)) {
    const count = element.children.filter((child) => child.name === name).length;
    if (count < times[0] || count > times[1]) faults.push(`${where} has ${name} ${count} times`);
  }
  if (rule.oneOf && !element.children.some(({ name }) => rule.oneOf?.includes(name)))
    faults.push(`${where} has none of ${rule.oneOf.join(', ')}`);
  for (const child of element.children) {
    const own = known[child.name];
    if (own) faults.push(...xmlFaults(child, own, `${where} ${child.name}`));
    else faults.push(`${where} must not have ${child.name}`);
  }
  return faults;
}

const wholeNumber =
  (least: number, most: number): Form =>
  (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most
      ? undefined
      : `a whole number from ${least} to ${most}`;

const SIDE = wholeNumber(1, 10_000);

/** oEmbed 1.0 (oembed.com), sections 2.3.4 and 2.3.4.2, of a video. */
const OEMBED: Readonly<Record<string, { isRequired: boolean; form: Form }>> = {
  type: { isRequired: true, form: exactly('video') },
  version: { isRequired: true, form: exactly('1.0') },
  html: { isRequired: true, form: form('a frame', (value) => /^<iframe [^<>]+><\/iframe>$/.test(value)) },
  width: { isRequired: true, form: SIDE },
  height: { isRequired: true, form: SIDE },
  title: { isRequired: false, form: anyText },
  author_name: { isRequired: false, form: anyText },
  author_url: { isRequired: false, form: address },
  provider_name: { isRequired: false, form: anyText },
  provider_url: { isRequired: false, form: address },
  cache_age: { isRequired: false, form: wholeNumber(0, 86_400) },
  thumbnail_url: { isRequired: false, form: address },
  thumbnail_width: { isRequired: false, form: SIDE },
  thumbnail_height: { isRequired: false, form: SIDE },
};

/** What an answer breaks of these. */
export function oembedFaults(answer: Readonly<Record<string, unknown>>): string[] {
  const faults: string[] = [];
  for (const [name, { isRequired, form }] of Object.entries(OEMBED)) {
    const value = answer[name];
    const wanted = value === undefined ? undefined : form(value);
    if (value === undefined && isRequired) faults.push(`${name} is missing`);
    if (wanted !== undefined) faults.push(`${name} must be ${wanted}: ${value}`);
  }
  const thumbnail = Object.keys(answer).filter((name) => name.startsWith('thumbnail_'));
  if (![0, 3].includes(thumbnail.length)) faults.push(`Of the picture there is only ${thumbnail.join(', ')}`);
  for (const name of Object.keys(answer)) if (!OEMBED[name]) faults.push(`${name} is no field of oEmbed`);
  return faults;
}
