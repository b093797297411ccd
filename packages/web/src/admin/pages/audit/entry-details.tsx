import type { AuditEntry } from '@vesper/contract';
import { exactTime } from '../../ui/value-text.ts';
import { Fact } from '../../ui/values.tsx';
import { actionWords, byWords, changedFields, inputFields, OUTCOMES } from './audit-words.ts';

/** One entry in full: who, when, the input, and the values before and after. */
export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const changes = changedFields(entry.before, entry.after);
  const input = inputFields(entry.input);
  return (
    <div className="flex flex-col gap-5 text-sm">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        {facts(entry).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
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

function facts(entry: AuditEntry): [string, string][] {
  const { action, administrator, at, endedAt, subject, network, outcome, reason, hash, seq } = entry;
  const by = byWords(entry);
  const all: [string, string | null][] = [
    ['What', `${actionWords(action)} (${action})`],
    ['Who', by ? `${administrator}, ${by}` : administrator],
    ['From network', network],
    ['Subject', subject],
    ['Began', exactTime(at)],
    ['Ended', endedAt && exactTime(endedAt)],
    [
      'Outcome',
      outcome === 'unknown'
        ? 'No end is recorded: it is still running, or was interrupted.'
        : OUTCOMES[outcome].word,
    ],
    ['Reason', reason],
    ['Entry', `${seq}, ${hash}`],
  ];
  return all.filter((fact): fact is [string, string] => fact[1] !== null);
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
