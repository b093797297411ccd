import { cleanLine, readDumpDate } from '@vesper/intake/readers';
import { FileProblem } from './inside-folder.ts';
import { type Found, shown } from './said.ts';

export type Only = ReadonlyMap<string, ReadonlySet<string>>;

interface Column {
  name: string;
  films: number;
  counts: Map<string, number>;
}

const ANY = '*';
const MOST_SHOWN = 8;
const MOST_COUNTED = 1000;
const MOST_LENGTH = 40;

/** Columns that may mark films as not public, in lower case without separators. */
const STATE =
  /^(?:video|post|film|movie|media|clip|item|content|entry|record|is|has|not|v)*(?:(?:state|status|privacy|visibility|access|availability|approval|moderation)(?:id|code|level|name)?|(?:visible|broadcast|(?:black)?listed|listable|unlisted|(?:un)?publish(?:ed)?|hidden|private|public|draft|(?:in)?active|enabled|disabled|approved|reviewed|moderated|deleted|removed|trashed|banned|blocked|archived|suspended|pending|online|premium|paid|membersonly|password)(?:flag|value|state|status|at|on|date|time|by)?|posttype)$/;
const NOT_PUBLIC = /^(?:private|unlisted|unpublished|draft|hidden|deleted|trash)$/;
const FLAG = /^(?:[01tfyn]|true|false|yes|no|on|off)$/i;

/** Whether a date column only says if the film is published. */
export function isFlag(column: string, value: string): boolean {
  return plain(column) === 'published' && FLAG.test(value.trim());
}

/** "status=1,active; is_private=0"; empty for all films. Throws FileProblem. */
export function readOnly(text: string | undefined): Only {
  if (text === undefined) return new Map();
  return new Map(
    text.split(';').map((part) => {
      const [column = '', values] = part.split('=', 2);
      if (plain(column) === '' || values === undefined)
        throw new FileProblem('--only needs columns with values, such as "status=1,active; is_private=0".');
      return [plain(column), new Set(values.split(',').map((value) => stateOf(column, value)))];
    }),
  );
}

/** Keeps bad lines, to report them. */
export async function* wantedOf(found: AsyncIterable<Found>, only: Only): AsyncGenerator<Found> {
  for await (const one of found) if (isWanted(one, only)) yield one;
}

function isWanted(found: Found, only: Only): boolean {
  if (found.type === 'bad') return true;
  const states = new Map(
    [...(found.unused ?? [])].map(([name, value]) => [plain(name), stateOf(name, value)]),
  );
  return [...only].every(([column, values]) => values.has(ANY) || values.has(states.get(column) ?? ''));
}

/** Counts what `only` leaves out. Throws FileProblem if a column marks films as not public and `only` lacks it. */
export async function requireStates(found: AsyncIterable<Found>, only: Only): Promise<number> {
  const columns = new Map<string, Column>();
  let films = 0;
  let others = 0;
  for await (const one of found) {
    if (one.type === 'bad') continue;
    films += 1;
    if (!isWanted(one, only)) others += 1;
    for (const [name, value] of one.unused ?? []) count(columns, name, value);
  }
  const missing = [...only.keys()].find((column) => films > 0 && !columns.has(column));
  if (missing !== undefined)
    throw new FileProblem(
      `--only names the column "${shown(missing)}", which is missing or holds something else.`,
    );
  const unsaid = [...columns.values()].filter(({ name, counts, ...told }) => {
    if (told.films < films) counts.set('', (counts.get('') ?? 0) + films - told.films);
    const isState = STATE.test(plain(name)) && counts.size > 1;
    return !only.has(plain(name)) && (isState || [...counts.keys()].some((value) => NOT_PUBLIC.test(value)));
  });
  if (unsaid.length === 0) return others;
  const option = unsaid.slice(0, MOST_SHOWN).map(({ name }) => `${shown(name)}=VALUE,VALUE`);
  throw new FileProblem(
    `Some films may not be public: ${unsaid.slice(0, MOST_SHOWN).map(describe).join('; ')}. Nothing was imported. Say which values to import ("*" for any): --only "${option.join('; ')}".`,
  );
}

function count(columns: Map<string, Column>, name: string, value: string): void {
  const column = columns.get(plain(name)) ?? { name, films: 0, counts: new Map<string, number>() };
  columns.set(plain(name), column);
  column.films += 1;
  const state = stateOf(name, value);
  const known = column.counts.get(state) ?? 0;
  if (known > 0 || column.counts.size < MOST_COUNTED || NOT_PUBLIC.test(state))
    column.counts.set(state, known + 1);
}

function describe({ name, counts }: Column): string {
  const most = [...counts].sort((a, b) => b[1] - a[1]);
  const values = most.slice(0, MOST_SHOWN).map(([value, n]) => `"${value}" (${n.toLocaleString('en')})`);
  const more = most.length > MOST_SHOWN ? ' and others' : '';
  return `the column "${shown(name)}" has ${values.join(', ')}${more}`;
}

/** All dates count as one value. */
function stateOf(column: string, value: string): string {
  const text = cleanLine(value.replace(/[,;"{}]+/g, ' '), MOST_LENGTH).toLowerCase();
  if (text !== '' && /password/.test(plain(column))) return 'set';
  return readDumpDate(text) ? 'date' : text;
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, '')
    .slice(0, MOST_LENGTH);
}
