import type { AuditEntry, AuditOutcome } from '@vesper/contract';
import type { BadgeWord } from '../../ui/values.tsx';

export const OUTCOMES: Record<AuditOutcome, BadgeWord> = {
  done: { word: 'Done', tone: 'good' },
  refused: { word: 'Refused', tone: 'warn' },
  failed: { word: 'Failed', tone: 'bad' },
  unknown: { word: 'Outcome unknown', tone: 'busy' },
};

/** `sources.endPauses` as "Sources: end pauses"; `cli.source.remove` as "Command line: source remove". */
export function actionWords(action: string): string {
  const [group = '', ...rest] = action.split('.');
  const title = group === 'cli' ? 'command line' : spaced(group);
  return [title.charAt(0).toUpperCase() + title.slice(1), rest.map(spaced).join(' ')]
    .filter(Boolean)
    .join(': ');
}

/** What it was done with, if not a session in a browser. */
export function byWords({ by, token }: Pick<AuditEntry, 'by' | 'token'>): string | undefined {
  if (by !== 'token') return undefined;
  return token === null ? 'with a token' : `with the token "${token}"`;
}

/** A field's name in words, and its value before and after. */
export interface ChangedField {
  name: string;
  before: string;
  after: string;
}

/** What was changed, field by field; a value that is not an object counts as one field. */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  if (before === null && after === null) return [];
  if (!isRecord(before ?? {}) || !isRecord(after ?? {}))
    return [{ name: 'Value', before: valueWords(before), after: valueWords(after) }];
  const [was, is] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].map((key) => ({
    name: fieldWords(key),
    before: valueWords(was[key]),
    after: valueWords(is[key]),
  }));
}

/** The input, field by field. */
export function inputFields(input: unknown): { name: string; value: string }[] {
  if (input === null || input === undefined) return [];
  if (!isRecord(input)) return [{ name: 'Value', value: valueWords(input) }];
  return Object.entries(input).map(([key, value]) => ({ name: fieldWords(key), value: valueWords(value) }));
}

export function valueWords(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value === '' ? 'empty' : value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((one) => !isRecord(one))) {
    return value.length === 0 ? 'none' : value.map(valueWords).join(', ');
  }
  return JSON.stringify(value);
}

function fieldWords(name: string): string {
  const words = spaced(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function spaced(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
