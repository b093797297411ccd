import type { Place } from '../page/page-place.ts';

/** From microdata (HTML standard) or RDFa (W3C, RDFa 1.1). */
export interface Item {
  form: 'microdata' | 'RDFa';
  /** As written: names or addresses. */
  types: string[];
  id: string | undefined;
  properties: [name: string, value: string | Item][];
  place: Place;
  /** The enclosing item that does not name it as a property. */
  around: Item | undefined;
}

type Attributes = Record<string, string>;

/** Hostile pages may nest and refer without end. */
const MAX_ITEMS = 2_000;
const MAX_PROPERTIES = 20_000;
const MAX_TEXT_LENGTH = 20_000;
const MAX_REFERENCES = 100;

interface Scope {
  item: Item | undefined;
  /** `itemref` targets: their properties also count for those items. */
  fragments: Owner[];
  isWaiting: boolean;
}

type Owner = Pick<Item, 'properties'>;

/** Call `open`, `close` and `text` while parsing. `references` are the ids that some `itemref` names. */
export function createItemCollector(references: ReadonlySet<string>) {
  const scopes: Scope[] = [{ item: undefined, fragments: [], isWaiting: false }];
  const items: Item[] = [];
  const fragments = new Map<string, Owner>();
  const refs: { item: Item; ids: string[] }[] = [];
  /** Properties outside any item. */
  const loose: Owner = { properties: [] };
  let properties = 0;
  const waiting: { owners: Owner[]; names: string[]; text: string }[] = [];

  function open(name: string, attributes: Attributes, place: Place): void {
    const outer = scopes.at(-1) as Scope;
    const scope: Scope = { item: outer.item, fragments: outer.fragments, isWaiting: false };
    scopes.push(scope);
    const { id } = attributes;
    if (id && references.has(id) && !fragments.has(id)) {
      fragments.set(id, { properties: [] });
      scope.fragments = [...outer.fragments, fragments.get(id) as Owner];
    }
    const names = namesOf(attributes);
    const isItem = attributes.itemscope !== undefined || attributes.typeof !== undefined;
    if (!isItem && names.length === 0) return;
    const isCard = place.isAside || place.link !== undefined;
    const owners = [
      ...(outer.item ? [outer.item] : scope.fragments.length > 0 || isCard ? [] : [loose]),
      ...scope.fragments,
    ];
    if (outer.item && place.link && names.some((name) => LINKED.test(localName(name))))
      outer.item.place = { ...outer.item.place, link: outer.item.place.link ?? place.link };
    if (isItem) openItem(attributes, { scope, outer, names, owners, place });
    else if (properties < MAX_PROPERTIES) {
      const value = attributeValue(name, attributes, names);
      if (value !== undefined) add(owners, names, value);
      else {
        waiting.push({ owners, names, text: '' });
        scope.isWaiting = true;
      }
    }
  }

  function openItem(
    attributes: Attributes,
    {
      scope,
      outer,
      names,
      owners,
      place,
    }: { scope: Scope; outer: Scope; names: string[]; owners: Owner[]; place: Place },
  ): void {
    if (items.length >= MAX_ITEMS) return;
    const item = newItem(attributes, place);
    if (names.length > 0 && outer.item) add(owners, names, item);
    else item.around = outer.item;
    items.push(item);
    scope.item = item;
    scope.fragments = [];
    const ids = (attributes.itemref ?? '').split(/\s+/).filter(Boolean);
    if (ids.length > 0) refs.push({ item, ids: ids.slice(0, MAX_REFERENCES) });
  }

  function add(owners: readonly Owner[], names: readonly string[], value: string | Item): void {
    for (const owner of owners) {
      for (const name of names) {
        properties += 1;
        if (properties < MAX_PROPERTIES) owner.properties.push([name, value]);
      }
    }
  }

  function text(part: string): void {
    // Innermost first: what encloses a full one is full too.
    for (let index = waiting.length - 1; index >= 0; index -= 1) {
      const one = waiting[index] as (typeof waiting)[number];
      if (one.text.length >= MAX_TEXT_LENGTH) return;
      one.text += part;
    }
  }

  function close(): void {
    const scope = scopes.length > 1 ? scopes.pop() : undefined;
    const ended = scope?.isWaiting ? waiting.pop() : undefined;
    if (ended) add(ended.owners, ended.names, ended.text.trim());
  }

  /** In document order. */
  function finish(): { items: Item[]; loose: Item['properties'] } {
    while (scopes.length > 1) close();
    for (const { item, ids } of refs) {
      for (const id of properties < MAX_PROPERTIES ? ids : []) {
        for (const [name, value] of fragments.get(id)?.properties ?? []) add([item], [name], value);
      }
    }
    return { items, loose: loose.properties };
  }

  return { open, text, close, finish, around: () => scopes.at(-1)?.item };
}

/** In a card, the picture or title links to the video's page. */
const LINKED = /^(?:name|headline|thumbnail(?:url)?|image)$/i;

function newItem(attributes: Attributes, place: Place): Item {
  const isMicrodata = attributes.itemscope !== undefined;
  const types = (isMicrodata ? attributes.itemtype : attributes.typeof) ?? '';
  return {
    form: isMicrodata ? 'microdata' : 'RDFa',
    types: types.split(/\s+/, 10).filter(Boolean),
    id: isMicrodata ? attributes.itemid : (attributes.resource ?? attributes.about),
    properties: [],
    place,
    around: undefined,
  };
}

function namesOf({ itemprop, property, rel }: Attributes): string[] {
  const named = itemprop ?? property ?? (rel !== undefined && RDFA_RELATION.test(rel) ? rel : '');
  return named.split(/\s+/, 10).filter((name) => name !== '' && !isOtherVocabulary(name));
}

/** RDFa 1.0's `rel`, unless it is an HTML link type. */
const RDFA_RELATION = /^\s*(?:schema:|https?:\/\/schema\.org\/)/i;

/** Open Graph shares RDFa's attribute. */
function isOtherVocabulary(name: string): boolean {
  return /^(?:og|fb|twitter|article|video|music|book|profile|al|product|dc|dcterms|foaf|sioc|content|rdfs?):/i.test(
    name,
  );
}

const ADDRESS_ATTRIBUTES: Readonly<Record<string, string>> = {
  ...{ a: 'href', area: 'href', link: 'href', object: 'data', data: 'value', meter: 'value' },
  ...{ img: 'src', audio: 'src', video: 'src', source: 'src', embed: 'src', iframe: 'src', track: 'src' },
};
const WORDS = /^(?:name|headline|description|keywords|genre|duration|alternativeheadline|caption)$/i;

/** Undefined if the value is the element's text. */
function attributeValue(
  element: string,
  attributes: Attributes,
  names: readonly string[],
): string | undefined {
  const { content, datetime, resource } = attributes;
  if (content !== undefined) return content;
  if (element === 'meta') return attributes.value ?? '';
  if (datetime !== undefined && (element === 'time' || attributes.property !== undefined)) return datetime;
  // A linked title is a title, not an address.
  if (element === 'a' && names.some((name) => WORDS.test(localName(name)))) return undefined;
  const lazy = element === 'img' || element === 'video' ? attributes['data-src'] : undefined;
  const value = lazy ?? attributes[ADDRESS_ATTRIBUTES[element] ?? ''];
  return (
    value ?? (attributes.itemprop === undefined ? (resource ?? attributes.href ?? attributes.src) : undefined)
  );
}

/** "schema:name" and "https://schema.org/name" become "name". */
export function localName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf(':'), name.lastIndexOf('#')) + 1);
}
