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

/** Covers the previous row's hash and this row's digest, so that digests prove the chain without revealing rows. */
export function hashOf(entry: Entry, previous: Buffer): Buffer {
  return sha256(previous, digestOf(entry));
}

/** SHA-256 of a row as JSON: ISO time with milliseconds, keys sorted at every depth, no spaces. */
export function digestOf(entry: Entry): Buffer {
  return sha256(canonicalJson({ ...entry, at: entry.at.toISOString() }));
}

function sha256(...parts: readonly (Buffer | string)[]): Buffer {
  return parts.reduce<Hash>((hash, part) => hash.update(part), createHash('sha256')).digest();
}

/** Keys are sorted because jsonb does not keep their order. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`;
}
