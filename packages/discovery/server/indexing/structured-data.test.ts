import { describe, expect, test } from 'vitest';
import { type FieldRule, OPEN_GRAPH_RULES, TYPE_RULES } from './field-rules.ts';
import { checkFields, readJsonLd, readOpenGraph } from './structured-data.ts';

type Thing = Record<string, unknown>;

const item = (position: number) => ({
  ...{ '@type': 'ListItem', position, name: `Entry ${position}`, item: `https://site.example/${position}` },
  url: `https://site.example/${position}`,
});

const WHOLE: Record<string, Thing> = {
  VideoObject: {
    name: 'A slow wave',
    description: 'A wave, drawn.',
    thumbnailUrl: ['https://site.example/p.webp'],
    uploadDate: '2026-11-23T10:00:00.000Z',
    contentUrl: 'https://site.example/film.mp4',
    duration: 'PT1M30S',
    expires: '2027-01-01',
    regionsAllowed: 'DE FR',
    isFamilyFriendly: false,
    url: 'https://site.example/video/1',
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: { '@type': 'WatchAction' },
      userInteractionCount: 7,
    },
  },
  BreadcrumbList: { itemListElement: [item(1), item(2)] },
  WebSite: {
    ...{ name: 'Site', url: 'https://site.example/', alternateName: 'The site' },
    description: 'All of it.',
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: 'https://site.example/?search={search_term_string}' },
      'query-input': 'required name=search_term_string',
    },
  },
  CollectionPage: {
    ...{ name: 'Charts', url: 'https://site.example/category/charts', description: 'Charts.' },
    mainEntity: { '@type': 'ItemList' },
  },
  ItemList: { itemListElement: [item(1)], numberOfItems: 1 },
};
const OPEN_GRAPH: Thing = {
  'og:title': 'A slow wave',
  'og:type': 'video.other',
  'og:image': 'https://site.example/p.jpg',
  'og:url': 'https://site.example/video/1',
  'og:description': 'A wave, drawn.',
  'og:site_name': 'Site',
  'og:image:alt': 'A wave',
  'og:image:width': '1200',
  'og:image:height': '630',
  'og:video': 'https://site.example/film.mp4',
  'og:video:type': 'video/mp4',
};

const TABLES: [string, readonly FieldRule[], Thing][] = [
  ...Object.entries(TYPE_RULES).map(([type, rules]): [string, readonly FieldRule[], Thing] => [
    ...([type, rules, WHOLE[type] ?? {}] as const),
  ]),
  ['Open Graph', OPEN_GRAPH_RULES, OPEN_GRAPH],
];

const faultsOf = (thing: Thing, rules: readonly FieldRule[]) =>
  checkFields(thing, rules).flatMap(({ fault }) => fault ?? []);
const without = (thing: Thing, names: readonly string[]) =>
  Object.fromEntries(Object.entries(thing).filter(([name]) => !names.includes(name)));

describe.each(TABLES)('%s', (_, rules, whole) => {
  test('has no fault when it is whole', () => {
    expect(faultsOf(whole, rules)).toEqual([]);
    expect(checkFields(whole, rules).every(({ level, value }) => level !== 'other' && value !== null)).toBe(
      true,
    );
  });

  test.each(rules.map((rule) => [rule.names.join(' or '), rule] as const))(
    'is found to lack %s, or to have it in another form',
    (words, { names, level }) => {
      for (const nothing of [without(whole, names), { ...without(whole, names), [names[0] ?? '']: '' }]) {
        const lacking = checkFields(nothing, rules).find(({ name }) => name === words);
        expect(lacking).toMatchObject({ level, value: null });
        if (level === 'where it applies') expect(faultsOf(nothing, rules)).toEqual([]);
        else expect(faultsOf(nothing, rules)).toEqual([expect.stringContaining(`${words} is missing`)]);
      }
      const [name = ''] = names;
      expect(faultsOf({ ...whole, [name]: [[]] }, rules)).toEqual([
        expect.stringMatching(new RegExp(`^${name} must be .+\\.$`)),
      ]);
    },
  );
});

test.each([
  ['VideoObject', 'thumbnailUrl', '/p.webp'],
  ['VideoObject', 'uploadDate', 'yesterday'],
  ['VideoObject', 'uploadDate', '2026-11-23T10:00:00'],
  ['VideoObject', 'duration', 'PT0S'],
  ['VideoObject', 'contentUrl', 'javascript:alert(1)'],
  ['VideoObject', 'interactionStatistic', { '@type': 'InteractionCounter', userInteractionCount: 7 }],
  ['WebSite', 'potentialAction', { '@type': 'SearchAction', 'query-input': 'required name=a' }],
  ['BreadcrumbList', 'itemListElement', [item(1)]],
  ['BreadcrumbList', 'itemListElement', [without(item(1), ['item']), item(2)]],
  ['ItemList', 'itemListElement', [without(item(1), ['url'])]],
  ['CollectionPage', 'mainEntity', { '@type': 'VideoObject' }],
])('of %s, %s %j is one fault', (type, name, value) => {
  expect(faultsOf({ ...WHOLE[type], [name]: value }, TYPE_RULES[type] ?? [])).toHaveLength(1);
});

test('the last crumb, the page itself, needs no address, and a player stands for the film', () => {
  const crumbs = { itemListElement: [item(1), without(item(2), ['item'])] };
  expect(faultsOf(crumbs, TYPE_RULES.BreadcrumbList ?? [])).toEqual([]);
  const { contentUrl: embedUrl, ...video } = WHOLE.VideoObject ?? {};
  expect(faultsOf({ ...video, embedUrl }, TYPE_RULES.VideoObject ?? [])).toEqual([]);
});

describe('scripts', () => {
  const context = { '@context': 'https://schema.org' };
  const typesIn = (value: unknown) => readJsonLd([JSON.stringify(value)]).things.map(({ type }) => type);

  test('hold things alone, in lists, in a graph, and what a page is about', () => {
    expect(typesIn({ ...context, '@type': 'WebSite' })).toEqual(['WebSite']);
    expect(typesIn([{ ...context, '@type': 'WebSite' }])).toEqual(['WebSite']);
    expect(typesIn({ ...context, '@graph': [{ '@type': 'WebSite' }, { '@type': 'Person' }] })).toEqual([
      'WebSite',
      'Person',
    ]);
    expect(typesIn({ ...context, '@type': 'CollectionPage', mainEntity: { '@type': 'ItemList' } })).toEqual([
      'CollectionPage',
      'ItemList',
    ]);
  });

  test('that cannot be read, or name no context, are faults', () => {
    expect(readJsonLd(['{']).faults).toEqual([
      expect.stringMatching(/^A JSON-LD script is not valid JSON: .+\.$/),
    ]);
    expect(readJsonLd(['{"@type":"WebSite"}']).faults).toEqual([
      'A JSON-LD script does not name https://schema.org as its @context.',
    ]);
  });

  test('of a hostile page are bounded, and break nothing', () => {
    const texts = [
      'null',
      '7',
      '"x"',
      '[[[]]]',
      '{"@type":["a"]}',
      '{"@type":"constructor","__proto__":{"a":1}}',
    ];
    const { things } = readJsonLd([
      ...texts,
      JSON.stringify(Array(500).fill({ '@type': 'x', a: 'y'.repeat(9999) })),
    ]);
    expect(things.length).toBeLessThanOrEqual(50);
    for (const { fields } of things)
      for (const { value } of fields) expect((value ?? '').length).toBeLessThan(400);
  });
});

test('of Open Graph the first of a name counts', () => {
  const { fields } = readOpenGraph([
    { name: 'og:title', content: 'One' },
    { name: 'og:title', content: 'Two' },
    { name: 'twitter:title', content: 'Three' },
  ]);
  expect(fields.find(({ name }) => name === 'og:title')?.value).toBe('One');
  expect(fields.some(({ name }) => name.startsWith('twitter'))).toBe(false);
});
