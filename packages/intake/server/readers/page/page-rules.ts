import { type PageRule, type PageRules, RULE_FIELDS, type RuleField, type TakenFrom } from '@vesper/contract';
import type { Element } from 'domhandler';
import { cleanAddress, cleanLine, cleanTags, readDuration, withoutUndefined } from '../clean-text.ts';
import { type CompletedVideo, filmAddress, inTurn, type PageVideo, takenBy } from './page-video.ts';
import { createSelection, readDom, type Selection } from './selection.ts';

export const RULES_FORM = "this source's rules";

export interface RuledVideo {
  video: PageVideo;
  problems: Partial<Record<RuleField, string>>;
}

const MAX_READ = 50;
const MAX_LENGTH = 4_000;

/** Never throws: a rule that finds nothing has a problem. */
export function readByRules(html: string, rules: PageRules, base: string): RuledVideo {
  const selection = createSelection(readDom(html));
  let video: PageVideo = { title: '', description: '', tags: [], films: [] };
  const problems: RuledVideo['problems'] = {};
  for (const field of RULE_FIELDS) {
    const rule = rules[field];
    if (!rule) continue;
    const read = valuesOf(rule, selection);
    const found = typeof read === 'string' ? undefined : READERS[field](read, base);
    if (found) video = { ...video, ...found };
    else problems[field] = typeof read === 'string' ? read : unusable(read[0]?.text ?? '', field);
  }
  return { video, problems };
}

interface Value {
  text: string;
  element: Element;
}

/** Never empty; a sentence if there is nothing to read. */
function valuesOf({ selector, attribute }: PageRule, selection: Selection): Value[] | string {
  try {
    const elements = selection.select(selector).slice(0, MAX_READ);
    const read = elements.map((element) => ({
      element,
      text: attribute
        ? attributeOf(element, attribute).slice(0, MAX_LENGTH)
        : selection.textOf(element, MAX_LENGTH),
    }));
    const values = read.filter(({ text }) => text.trim() !== '');
    if (values.length > 0) return values;
    if (elements.length === 0) return 'No element on the page matches the selector.';
    return attribute
      ? `The selected element has no attribute "${attribute}".`
      : 'The selected element has no text.';
  } catch (error) {
    return error instanceof RangeError ? error.message : 'The selector cannot be used.';
  }
}

function attributeOf({ attribs }: Element, name: string): string {
  return Object.hasOwn(attribs, name) ? (attribs[name] ?? '') : '';
}

type Reader = (values: readonly Value[], base: string) => Partial<PageVideo> | undefined;

/** Undefined if nothing is usable. */
const READERS: Record<RuleField, Reader> = {
  title: (values) => first(values, ({ text }) => cleanLine(text) || undefined, 'title'),
  film(values, base) {
    const films = inTurn(values.flatMap(({ text, element }) => filmOf(text, element, base)));
    return films.length > 0 ? { films } : undefined;
  },
  poster: (values, base) => first(values, ({ text }) => cleanAddress(text, base), 'thumbnailUrl'),
  duration: (values) => first(values, ({ text }) => readDuration(text), 'durationSeconds'),
  tags(values) {
    const texts = values.map(({ text }) => text);
    const tags = cleanTags(texts.length === 1 ? (texts[0] ?? '').split(',') : texts);
    return tags.length > 0 ? { tags } : undefined;
  },
};

function first<T>(
  values: readonly Value[],
  read: (value: Value) => T | undefined,
  name: keyof PageVideo,
): Partial<PageVideo> | undefined {
  for (const value of values) {
    const found = read(value);
    if (found !== undefined) return { [name]: found };
  }
  return undefined;
}

function filmOf(text: string, { attribs }: Element, base: string) {
  return filmAddress(text, base, attribs.type ?? '') ?? [];
}

const NOUNS: Record<RuleField, string> = {
  title: 'a title',
  film: "a film's address",
  poster: "a picture's address",
  duration: 'a length of time',
  tags: 'a tag',
};

function unusable(text: string, field: RuleField): string {
  return `It found "${cleanLine(text, 80)}", which cannot be read as ${NOUNS[field]}.`;
}

/** Rules take precedence. */
export function ruledOver(read: CompletedVideo, { video }: RuledVideo): CompletedVideo {
  const { title, films, tags, thumbnailUrl, durationSeconds } = video;
  const said = {
    title: title || undefined,
    films: films.length > 0 ? films : undefined,
    tags: tags.length > 0 ? tags : undefined,
    ...{ thumbnailUrl, durationSeconds },
  };
  return { ...read, ...withoutUndefined(said), takenFrom: { ...read.takenFrom, ...takenByRules(video) } };
}

function takenByRules({ title, films, tags, thumbnailUrl, durationSeconds }: PageVideo): TakenFrom {
  const said = { title, film: films[0], thumbnail: thumbnailUrl, duration: durationSeconds, tags: tags[0] };
  return takenBy(RULES_FORM, said);
}
