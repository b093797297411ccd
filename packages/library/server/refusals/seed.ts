import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { MatcherInput } from './matcher.ts';

const SIFT_BITS = 20;
const SIFT_BYTES = 3;
const HASH_BYTES = 9;
/** Base64 of a cheap hash that sifts, and of a part of the key's SHA-256. */
const SEALED_LENGTH = ((SIFT_BYTES + HASH_BYTES) / 3) * 4;

export function sealKey(key: string): string {
  const sealed = Buffer.alloc(SIFT_BYTES + HASH_BYTES);
  sealed.writeUIntBE(siftOf(key), 0, SIFT_BYTES);
  sealed.write(hashOf(key), SIFT_BYTES, 'base64');
  return sealed.toString('base64');
}

/** Terms by hashed keys. */
function createSealedTable() {
  const sift = new Uint8Array(2 ** SIFT_BITS);
  const terms = new Map<string, number>();
  return {
    add(sealed: string, term: number): void {
      sift[Buffer.from(sealed, 'base64').readUIntBE(0, SIFT_BYTES)] = 1;
      const rest = sealed.slice((SIFT_BYTES / 3) * 4);
      if (!terms.has(rest)) terms.set(rest, term);
    },
    find: (key: string): number | undefined => (sift[siftOf(key)] ? terms.get(hashOf(key)) : undefined),
  };
}

/** FNV-1a of UTF-16 units with MurmurHash3's finaliser; the seed file has these numbers. */
function siftOf(key: string): number {
  let sum = 0x1b87_3593;
  for (let place = 0; place < key.length; place += 1)
    sum = Math.imul(sum ^ key.charCodeAt(place), 0x0100_0193);
  sum = Math.imul(sum ^ (sum >>> 15), 0x85eb_ca6b);
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2_ae35);
  return (sum ^ (sum >>> 16)) >>> (32 - SIFT_BITS);
}

function hashOf(key: string): string {
  return Buffer.from(hash('sha256', `vesper refused ${key}`, 'buffer')).toString('base64', 0, HASH_BYTES);
}

export const SEED_FILE = path.join(import.meta.dirname, '../../data/refused-terms.seed');
/** Prefix of an exception's key. */
export const EXCEPTION = 'N';

export interface Seed {
  /** Terms per language. */
  counts: ReadonlyMap<string, number>;
  /** By the term's number. */
  languages: readonly string[];
  fingerprint: string;
  /** Lookup without these languages. */
  without: (off: readonly string[]) => NonNullable<MatcherInput['sealed']>;
}

let read: Seed | undefined;

/** The built-in terms: hashes that nobody can read or list. */
export function readSeed(): Seed {
  read ??= parseSeed(readFileSync(SEED_FILE, 'utf8'));
  return read;
}

/** Lines: language, `term` or `never`, and concatenated sealed keys. */
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
