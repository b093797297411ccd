import { createHash, type Hash } from 'node:crypto';

/** The content of an audit row. Absent fields are null: the hash covers all of them. */
export interface Entry {
  seq: number;
  act: number;
  phase: 'begun' | 'ended';
  at: Date;
  action: string;
  outcome: 'done' | 'refused' | 'failed' | null;
  reason: string | null;
  actor_id: string | null;
  actor_name: string;
  session_id: string | null;
  token_id: string | null;
  network: string | null;
  subject: string | null;
  input: unknown;
  before: unknown;
  after: unknown;
}

export const GENESIS = Buffer.alloc(32);

/**
 * SHA-256 of the former row's hash and of this row's digest, 32 bytes each: with digests alone, a reader who may not see
 * the rows between two others can still check that the one leads to the other.
 */
export function hashOf(entry: Entry, previous: Buffer): Buffer {
  return sha256(previous, digestOf(entry));
}

/**
 * SHA-256 of a row: UTF-8 of a JSON object of its fields, the time in ISO form with milliseconds, keys sorted at every
 * depth, without spaces.
 */
export function digestOf(entry: Entry): Buffer {
  return sha256(canonicalJson({ ...entry, at: entry.at.toISOString() }));
}

function sha256(...parts: readonly (Buffer | string)[]): Buffer {
  return parts.reduce<Hash>((hash, part) => hash.update(part), createHash('sha256')).digest();
}

/** JSON with one form for each value: PostgreSQL's jsonb does not keep the order of keys. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`;
}
