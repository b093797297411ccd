import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { MatcherInput } from './matcher.ts';
import { createSealedTable, SEALED_LENGTH } from './sealed-table.ts';

export const SEED_FILE = path.join(import.meta.dirname, '../../../data/refused-terms.seed');
/** The kind of an exception's key. */
export const EXCEPTION = 'N';

export interface Seed {
  /** How many terms each language has. */
  counts: ReadonlyMap<string, number>;
  /** The language of a term, by its number. */
  languages: readonly string[];
  /** Changes with the file. */
  fingerprint: string;
  /** What finds its terms, without those of these languages. */
  without: (off: readonly string[]) => NonNullable<MatcherInput['sealed']>;
}

let read: Seed | undefined;

/** The terms that come with the program: a file of hashes, which nobody can read and nothing can list. */
export function readSeed(): Seed {
  read ??= parseSeed(readFileSync(SEED_FILE, 'utf8'));
  return read;
}

/** Lines of a language, `term` or `never`, and sealed keys without anything between them. */
export function parseSeed(file: string): Seed {
  const lines = file
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .map(([language = '', kind = '', keys = '']) => ({ language, kind, keys: keys.match(KEYS) ?? [] }));
  const terms = lines.filter(({ kind }) => kind === 'term');
  const exceptions = lines.filter(({ kind }) => kind === 'never');
  const counts = new Map<string, number>();
  for (const { language } of terms) counts.set(language, (counts.get(language) ?? 0) + 1);
  return {
    counts,
    languages: terms.map(({ language }) => language),
    fingerprint: `${file.length}-${terms.at(-1)?.keys.at(-1) ?? ''}`,
    without(off) {
      const table = createSealedTable();
      const spared = createSealedTable();
      for (const [number, { language, keys }] of terms.entries())
        if (!off.includes(language)) for (const key of keys) table.add(key, number);
      for (const { keys } of exceptions) for (const key of keys) spared.add(key, 0);
      return { find: table.find, isException: (phrase) => spared.find(EXCEPTION + phrase) !== undefined };
    },
  };
}

const KEYS = new RegExp(`.{${SEALED_LENGTH}}`, 'g');
