import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { AppError } from '../../packages/core/server/lib/app-error.ts';

/** A made-up video of the judged catalogue. `subject` says what it is about, for judging only. */
export interface JudgedVideo {
  id: string;
  language: string;
  subject: string;
  title: string;
  tags: string[];
  description: string;
}

/** The kinds of queries, with a recall goal for some. */
export const CLASSES = {
  exact: 0.98,
  beginning: 0.95,
  form: 0.9,
  'one-error': 0.92,
  'two-errors': 0.75,
  variant: 0.95,
  joined: undefined,
  synonym: undefined,
  phrase: 1,
  minus: 1,
  'full-page': undefined,
  trap: undefined,
} as const;
export type QueryClass = keyof typeof CLASSES;

export interface JudgedQuery {
  kind: QueryClass;
  language: string;
  /** As it is typed. */
  text: string;
  /** See `judge`. */
  means: string;
}

export const SCRIPTS: Readonly<Record<string, string>> = {
  ...{ en: 'Latin', de: 'Latin', fr: 'Latin', es: 'Latin', pl: 'Latin', ru: 'Cyrillic', el: 'Greek' },
  ...{ ar: 'Arabic', he: 'Hebrew', hi: 'Devanagari', th: 'Thai', zh: 'Han', ja: 'Japanese', ko: 'Korean' },
  ...{ ka: 'Georgian', hy: 'Armenian' },
};

/** Lines of fields separated by ` | `. */
export function readLines(name: string, fields: number): string[][] {
  const lines = readFileSync(new URL(name, import.meta.url), 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    if (line === '' || line.startsWith('#')) return [];
    const parts = line.split(' | ');
    if (parts.length !== fields)
      throw new AppError('bad_request', `${name}:${index + 1} must have ${fields} fields, divided by " | ".`);
    return [parts];
  });
}

/** All videos of a folder, one file per language, always in the same order. */
export function readVideos(folder: 'catalogue' | 'bait' = 'catalogue'): JudgedVideo[] {
  const names = readdirSync(new URL(`${folder}/`, import.meta.url)).sort();
  return names.flatMap((name) =>
    readLines(`${folder}/${name}`, 4).map(
      ([subject = '', title = '', tags = '', description = ''], index) => {
        const language = name.slice(0, -'.txt'.length);
        const id = `${folder}-${language}-${String(index + 1).padStart(3, '0')}`;
        return { id, language, subject, title, tags: tags.split(', '), description };
      },
    ),
  );
}

/** The half of the queries used for development, or the held-out half. */
export function readQueries(half: 'queries' | 'held-out'): JudgedQuery[] {
  return readLines(`${half}.txt`, 4).map(([kind = '', language = '', text = '', means = '']) => ({
    kind: kind as QueryClass,
    language,
    text,
    means,
  }));
}

/** By a hash of the typed text, so that the held-out queries are not hand-picked. */
export function isHeldOut(text: string): boolean {
  return ((createHash('sha256').update(text).digest()[0] ?? 0) & 1) === 1;
}

/** The category of each subject, and related subjects. */
export function readSubjects(): Map<string, { category: string; near: string[] }> {
  const lines = readLines('subjects.txt', 3);
  return new Map(
    lines.map(([subject = '', category = '', near = '']) => [
      subject,
      { category, near: near === '-' ? [] : near.split(', ') },
    ]),
  );
}

/** An attempt to bypass a blocked term: `text` as typed. */
export interface Attempt {
  term: string;
  way: string;
  text: string;
}

export function readAttempts(): Attempt[] {
  const file = readFileSync(new URL('refused-attempts.jsonl', import.meta.url), 'utf8');
  return file.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Attempt]));
}
