import type { JudgedVideo } from './read-judged.ts';

/** 3: the title matches; 2: title and tags match; 1: any text matches, or only approximately. */
export type Grade = 1 | 2 | 3;

export interface Relevance {
  /** By video id; videos without a grade are irrelevant. */
  grades: ReadonlyMap<string, Grade>;
  /** Must be found; the others may be. */
  needed: ReadonlySet<string>;
}

/** For a query that no video answers. */
export const NOTHING = '-';

/**
 * Judges a query by its intended meaning. Words separated by spaces are all required; `a|b` is either; after `~` follow
 * accepted alternatives; `-a` is excluded; `a_b` are neighbours; `a*` is a prefix, `*a*` is anywhere. Compares plain
 * text, independently of how the search splits or folds words.
 */
export function judge(means: string, videos: readonly JudgedVideo[]): Relevance {
  const grades = new Map<string, Grade>();
  const needed = new Set<string>();
  if (means === NOTHING) return { grades, needed };
  const { required, excluded } = readMeans(means);
  const not = excluded.map(testOf);
  const strict = required.map(({ exactly }) => exactly.map(testOf));
  const lenient = required.map(({ exactly, nearly }) => [...exactly, ...nearly].map(testOf));
  for (const video of videos) {
    const texts = textsOf(video);
    if (not.some((isIn) => isIn(texts[1]))) continue;
    const grade = gradeOf(texts, strict);
    if (grade !== undefined) needed.add(video.id);
    else if (gradeOf(texts, lenient) === undefined) continue;
    grades.set(video.id, grade ?? 1);
  }
  return { grades, needed };
}

interface Required {
  exactly: string[];
  nearly: string[];
}

/** The terms of the intended meaning. */
export function readMeans(means: string): { required: Required[]; excluded: string[] } {
  const groups = means.split(' ');
  const excluded = groups.filter((group) => group.startsWith('-')).map((group) => group.slice(1));
  const required = groups
    .filter((group) => !group.startsWith('-'))
    .map((group) => {
      const [exactly = '', nearly = ''] = group.split('~');
      return { exactly: exactly.split('|'), nearly: nearly.split('|').filter(Boolean) };
    });
  return { required, excluded };
}

interface Text {
  folded: string;
  /** The words surrounded by spaces; one line per field. */
  spaced: string;
}

type Test = (text: Text) => boolean;

function testOf(term: string): Test {
  const bare = fold(term)
    .replace(/^\*|\*$/g, '')
    .replaceAll('_', ' ');
  if (term.startsWith('*')) return ({ folded }) => folded.includes(bare);
  const inSpaces = term.endsWith('*') ? ` ${bare}` : ` ${bare} `;
  return ({ spaced }) => spaced.includes(inSpaces);
}

/** Texts by the grade of a match in them. */
type Texts = Record<Grade, Text>;

function gradeOf(texts: Texts, groups: readonly (readonly Test[])[]): Grade | undefined {
  const order: Grade[] = [3, 2, 1];
  return order.find((grade) => groups.every((tests) => tests.some((isIn) => isIn(texts[grade]))));
}

const read = new WeakMap<JudgedVideo, Texts>();

/** Cached, since the same videos are judged for every query. */
function textsOf(video: JudgedVideo): Texts {
  const known = read.get(video);
  if (known) return known;
  const { title, tags, description } = video;
  const texts = {
    3: textOf([title]),
    2: textOf([title, ...tags]),
    1: textOf([title, ...tags, description]),
  };
  read.set(video, texts);
  return texts;
}

function textOf(fields: readonly string[]): Text {
  return {
    folded: fold(fields.join('\n')),
    spaced: fields.map((field) => ` ${wordsOf(field).join(' ')} `).join('\n'),
  };
}

export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
