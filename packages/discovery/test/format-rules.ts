import type { XmlElement } from './xml-tree.ts';

/** Undefined if the value is right, else what it must be. */
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
  'a full address of at most 2048 characters',
  (value) => isAddress(value) && value.length < 2048,
);
/** W3C's note on date and time, and RFC 3339: with a zone. */
const moment = form(
  'a date and time with a time zone',
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
  times: readonly [least: number, most: number];
  text: Form;
  required?: Record<string, Form>;
  /** Optional attributes. */
  allowed?: Record<string, Form>;
  children?: Readonly<Record<string, ElementRule>>;
  /** At least one of these children is there. */
  oneOf?: readonly string[];
}

type More = Omit<ElementRule, 'times' | 'text'>;
const times = (least: number, most: number, text: Form, more: More = {}): ElementRule => ({
  ...{ times: [least, most], text },
  ...more,
});
const once = (text: Form, more?: More) => times(1, 1, text, more);
const maybe = (text: Form, more?: More) => times(0, 1, text, more);

/** sitemaps.org's protocol 0.9. */
export const SITEMAP_INDEX = once(nothing, {
  children: {
    sitemap: times(1, 50_000, nothing, { children: { loc: once(address), lastmod: maybe(moment) } }),
  },
});

/** The same, with Google's extension for videos (developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps). */
export const URL_SET = once(nothing, {
  children: {
    url: times(1, 50_000, nothing, {
      children: {
        loc: once(address),
        lastmod: maybe(moment),
        'video:video': maybe(nothing, {
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
            'video:tag': times(0, 32, anyText),
          },
        }),
      },
    }),
  },
});

const side = whole(1, 100_000);
const plain = maybe(anyText, { required: { type: exactly('plain') } });

/** Media RSS 1.5.1 (rssboard.org/media-rss): in media:content, or beside it. */
const MEDIA: Readonly<Record<string, ElementRule>> = {
  'media:title': plain,
  'media:description': plain,
  'media:thumbnail': maybe(nothing, { required: { url: address }, allowed: { width: side, height: side } }),
  'media:keywords': maybe(anyText),
  'media:rating': maybe(exactly('adult'), { required: { scheme: exactly('urn:simple') } }),
};
const MEDIA_CONTENT: Readonly<Record<string, ElementRule>> = {
  ...MEDIA,
  'media:content': maybe(nothing, {
    required: { medium: exactly('video') },
    allowed: { duration: whole(1, 1_000_000) },
    // Content needs its own address or a player.
    children: { ...MEDIA, 'media:player': once(nothing, { required: { url: address } }) },
  }),
};

const linkTo = (...rel: string[]): More => ({
  required: { rel: exactly(...rel), href: address },
  allowed: { type: exactly('application/rss+xml', 'application/atom+xml', 'text/html') },
});

/** RSS 2.0 (rssboard.org/rss-specification). */
export const RSS = once(nothing, {
  required: { version: exactly('2.0') },
  children: {
    channel: once(nothing, {
      children: {
        title: once(anyText),
        link: once(address),
        description: once(anyText),
        language: maybe(language),
        lastBuildDate: maybe(mailDate),
        'atom:link': once(nothing, linkTo('self')),
        item: times(0, 50, nothing, {
          children: {
            title: once(anyText),
            link: once(address),
            guid: once(address, { required: { isPermaLink: exactly('true') } }),
            pubDate: once(mailDate),
            category: times(0, Number.POSITIVE_INFINITY, anyText),
            description: once(anyText),
            ...MEDIA_CONTENT,
          },
        }),
      },
    }),
  },
});

/** Atom (RFC 4287, sections 4.1.1 and 4.1.2). */
export const ATOM = once(nothing, {
  required: { 'xml:lang': language },
  children: {
    'atom:id': once(address),
    'atom:title': once(anyText),
    'atom:subtitle': maybe(anyText),
    'atom:updated': once(moment),
    'atom:author': once(nothing, { children: { 'atom:name': once(anyText) } }),
    'atom:link': times(1, 2, nothing, linkTo('self', 'alternate')),
    'atom:entry': times(0, 50, nothing, {
      children: {
        'atom:id': once(address),
        'atom:title': once(anyText),
        // Required without atom:content.
        'atom:link': once(nothing, linkTo('alternate')),
        'atom:published': maybe(moment),
        'atom:updated': once(moment),
        'atom:category': maybe(nothing, { required: { term: anyText } }),
        'atom:summary': maybe(anyText),
        ...MEDIA_CONTENT,
      },
    }),
  },
});

/** Where an element breaks its rule, in sentences. */
export function xmlFaults(element: XmlElement, rule: ElementRule, where = element.name): string[] {
  const faults: string[] = [];
  const wanted = rule.text(element.text);
  if (wanted !== undefined) faults.push(`${where} must be ${wanted}: ${element.text}`);
  const { required = {}, allowed = {} } = rule;
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
const REQUIRED: Readonly<Record<string, Form>> = {
  ...{ type: exactly('video'), version: exactly('1.0'), width: SIDE, height: SIDE },
  html: form('a frame', (value) => /^<iframe [^<>]+><\/iframe>$/.test(value)),
};
const OPTIONAL: Readonly<Record<string, Form>> = {
  ...{ title: anyText, author_name: anyText, author_url: address },
  ...{ provider_name: anyText, provider_url: address, cache_age: wholeNumber(0, 86_400) },
  ...{ thumbnail_url: address, thumbnail_width: SIDE, thumbnail_height: SIDE },
};

export function oembedFaults(answer: Readonly<Record<string, unknown>>): string[] {
  const faults = Object.keys(REQUIRED).flatMap((name) => (name in answer ? [] : [`${name} is missing`]));
  for (const [name, value] of Object.entries(answer)) {
    const rule = REQUIRED[name] ?? OPTIONAL[name];
    const wanted = rule ? rule(value) : 'left out';
    if (wanted !== undefined) faults.push(`${name} must be ${wanted}: ${value}`);
  }
  const thumbnail = Object.keys(answer).filter((name) => name.startsWith('thumbnail_'));
  if (![0, 3].includes(thumbnail.length)) faults.push(`The picture has only ${thumbnail.join(', ')}`);
  return faults;
}
