import { cleanAddress } from '../clean-text.ts';
import { type Item, localName } from '../file/item-collector.ts';
import { type Place, TOP_PLACE } from './page-place.ts';

/** A schema.org description, in whichever form. */
export interface Thing {
  form: 'JSON-LD' | 'microdata' | 'RDFa';
  /** Lower case without "https://schema.org/": "videoobject". */
  types: Set<string>;
  /** Absolute, if it is an address. */
  id: string | undefined;
  writtenId: string | undefined;
  values: Map<string, Value[]>;
  owners: { thing: Thing; property: string }[];
  place: Place;
  /** Not only a property of something. */
  isTop: boolean;
  item?: Item;
}

export type Value = string | Thing;

interface Building {
  things: Thing[];
  byId: Map<string, Thing>;
  /** More than their id is known. */
  described: Set<Thing>;
  base: string;
  /** Selects among translations. */
  language: string;
}

const MAX_THINGS = 20_000;
const MAX_VALUES = 200;

/** From JSON-LD and items, each thing once; `@id` references become values. */
export function readThings(
  { values, items, loose }: { values: readonly unknown[]; items: readonly Item[]; loose: Item['properties'] },
  { base, language }: Pick<Building, 'base' | 'language'>,
): Thing[] {
  const building: Building = {
    things: [],
    byId: new Map(),
    described: new Set(),
    base,
    language: language.toLowerCase(),
  };
  addJson(building, values);
  const looseItem = { form: 'microdata' as const, types: ['VideoObject'], id: undefined, properties: loose };
  addItems(
    building,
    isOneVideo(loose) ? [...items, { ...looseItem, place: TOP_PLACE, around: undefined }] : items,
  );
  return building.things;
}

/** Several titles and several films belong to cards. */
function isOneVideo(loose: Item['properties']): boolean {
  const valuesOf = (wanted: RegExp) =>
    new Set(loose.filter(([name]) => wanted.test(localName(name))).map(([, value]) => value)).size;
  const films = valuesOf(/^(?:content|embed)url$/i);
  return films === 1 || (films > 1 && valuesOf(/^name$/i) < 2);
}

type Json = Record<string, unknown>;

interface Waiting {
  value: unknown;
  owner?: { thing: Thing; property: string };
}

function addJson(building: Building, roots: readonly unknown[]): void {
  const queue: Waiting[] = roots.map((value) => ({ value }));
  for (let index = 0; index < queue.length && index < MAX_THINGS; index += 1) {
    const { value, owner } = queue[index] as Waiting;
    if (Array.isArray(value)) {
      for (const one of value.slice(0, MAX_THINGS)) queue.push({ value: one, ...(owner && { owner }) });
    } else if (isObject(value)) {
      const text = owner ? textIn(value, building.language) : undefined;
      if (owner && text !== undefined) addValue(owner, text, isInLanguage(value, building.language));
      else addObject(building, value, owner, queue);
    } else if (owner && value !== null && value !== undefined) addValue(owner, String(value));
  }
}

function addObject(building: Building, object: Json, owner: Waiting['owner'], queue: Waiting[]): void {
  const id = building.things.length < MAX_THINGS ? idOf(object['@id'], building.base) : undefined;
  const thing = thingFor(building, object, id);
  if (owner) {
    addValue(owner, thing);
    thing.owners.push(owner);
  } else if (!isReference(object)) thing.isTop = true;
  for (const type of listOf(object['@type'] ?? object.type)) thing.types.add(typeName(type));
  for (const [key, value] of Object.entries(object)) {
    if (key === '@graph' || key === '@included') queue.push({ value });
    else if (!key.startsWith('@'))
      queue.push({ value, owner: { thing, property: localName(key).toLowerCase() } });
    if (queue.length > MAX_THINGS) return;
  }
}

/** Reuses a thing by id unless both have a type: templates repeat ids. */
function thingFor(building: Building, object: Json, id: string | undefined): Thing {
  const known = id === undefined ? undefined : building.byId.get(id);
  const saysMore = !isReference(object);
  if (known && !(saysMore && building.described.has(known))) {
    if (saysMore) building.described.add(known);
    return known;
  }
  const thing = newThing(
    'JSON-LD',
    { id, writtenId: typeof object['@id'] === 'string' ? object['@id'] : undefined },
    TOP_PLACE,
  );
  building.things.push(thing);
  if (saysMore) building.described.add(thing);
  if (id !== undefined && !known) building.byId.set(id, thing);
  return thing;
}

function isReference(object: Json): boolean {
  return Object.keys(object).every((key) => key.startsWith('@') && key !== '@graph');
}

function addItems(building: Building, items: readonly Item[]): void {
  const things = new Map<Item, Thing>();
  for (const item of items) {
    const thing = newThing(item.form, { id: idOf(item.id, building.base), writtenId: item.id }, item.place);
    for (const type of item.types) thing.types.add(typeName(type));
    thing.item = item;
    things.set(item, thing);
    building.things.push(thing);
  }
  for (const [item, thing] of things) {
    const around = item.around && things.get(item.around);
    if (around) thing.owners.push({ thing: around, property: 'around' });
    thing.isTop = !around;
    for (const [name, value] of item.properties) {
      const owner = { thing, property: localName(name).toLowerCase() };
      const inner = typeof value === 'string' ? value : things.get(value);
      if (inner !== undefined) addValue(owner, inner);
      if (inner !== undefined && typeof inner !== 'string') {
        inner.owners.push(owner);
        inner.isTop = false;
      }
    }
  }
}

function newThing(form: Thing['form'], ids: Pick<Thing, 'id' | 'writtenId'>, place: Place): Thing {
  return { form, types: new Set(), ...ids, values: new Map(), owners: [], place, isTop: false };
}

function addValue(
  { thing, property }: { thing: Thing; property: string },
  value: Value,
  isPreferred = false,
): void {
  const values = thing.values.get(property);
  if (!values) thing.values.set(property, [value]);
  else if (values.length < MAX_VALUES) values.splice(isPreferred ? 0 : values.length, 0, value);
}

function isInLanguage(object: Json, language: string): boolean {
  const said = object['@language'];
  return typeof said === 'string' && language !== '' && primary(said.toLowerCase()) === primary(language);
}

function primary(language: string): string {
  return language.split('-', 1)[0] ?? '';
}

/** Of {"@value": …}, or of {"en": …, "de": …} in the page's language, else the first. */
function textIn(object: Json, language: string): string | undefined {
  const { '@value': value } = object;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  const texts = Object.entries(object);
  const isMap =
    texts.length > 0 && texts.every(([key, text]) => LANGUAGE.test(key) && typeof text === 'string');
  if (!isMap) return undefined;
  const ours = texts.find(([key]) => key.toLowerCase() === language);
  const kindred = texts.find(([key]) => primary(key.toLowerCase()) === primary(language));
  return (ours ?? kindred ?? texts[0])?.[1] as string;
}

const LANGUAGE = /^[a-z]{2}(?:-[a-z0-9]{2,8})?$/i;

function idOf(id: unknown, base: string): string | undefined {
  if (typeof id !== 'string' || id.trim() === '') return undefined;
  return id.startsWith('_:') ? id : (cleanAddress(id, base) ?? id.trim());
}

function typeName(type: unknown): string {
  return localName(String(type)).toLowerCase();
}

function listOf(value: unknown): unknown[] {
  return (Array.isArray(value) ? value.slice(0, 10) : [value]).filter((one) => typeof one === 'string');
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
