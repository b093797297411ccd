import type { AuditEntry, AuditOutcome } from '@vesper/contract';
import { exactTime } from '@vesper/web/admin/ui/value-text.ts';
import { type BadgeWord, FactList } from '@vesper/web/admin/ui/values.tsx';

export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const changes = changedFields(entry.before, entry.after);
  const input = inputFields(entry.input);
  return (
    <div className="flex flex-col gap-5 text-sm">
      <FactList className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5" of={facts(entry)} />
      {changes.length > 0 && (
        <FieldTable caption="What changed" heads={['Field', 'Before', 'After']}>
          {changes.map(({ name, before, after }) => [name, before, after])}
        </FieldTable>
      )}
      {input.length > 0 && (
        <FieldTable caption="Input" heads={['Field', 'Value']}>
          {input.map(({ name, value }) => [name, value])}
        </FieldTable>
      )}
    </div>
  );
}

function facts(entry: AuditEntry): Record<string, string | null> {
  const { action, administrator, at, endedAt, subject, network, outcome, reason, hash, seq } = entry;
  const by = byWords(entry);
  return {
    What: `${actionWords(action)} (${action})`,
    Who: by ? `${administrator}, ${by}` : administrator,
    'From network': network,
    Subject: subject,
    Began: exactTime(at),
    Ended: endedAt && exactTime(endedAt),
    Outcome:
      outcome === 'unknown' ? 'No end is recorded: still running, or interrupted.' : OUTCOMES[outcome].word,
    Reason: reason,
    Entry: `${seq}, ${hash}`,
  };
}

interface FieldTableProps {
  caption: string;
  heads: string[];
  children: string[][];
}

function FieldTable({ caption, heads, children }: FieldTableProps) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left">
        <caption className="mb-1 text-left text-xs font-semibold text-muted">{caption}</caption>
        <thead className="border-b border-line text-xs text-muted">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="py-1.5 pr-3 font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {children.map(([name = '', ...values]) => (
            <tr key={name} className="align-top">
              <th scope="row" className="py-1.5 pr-3 font-medium">
                {name}
              </th>
              {values.map((value, n) => (
                <td key={heads[n + 1]} className="py-1.5 pr-3 wrap-anywhere">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

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

/** Undefined for a browser session. */
export function byWords({ by, token }: Pick<AuditEntry, 'by' | 'token'>): string | undefined {
  if (by !== 'token') return undefined;
  return token === null ? 'with a token' : `with the token "${token}"`;
}

interface ChangedField {
  name: string;
  before: string;
  after: string;
}

/** A value that is not an object counts as one field. */
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

export function inputFields(input: unknown): { name: string; value: string }[] {
  if (input === null || input === undefined) return [];
  if (!isRecord(input)) return [{ name: 'Value', value: valueWords(input) }];
  return Object.entries(input).map(([key, value]) => ({ name: fieldWords(key), value: valueWords(value) }));
}

function valueWords(value: unknown): string {
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
