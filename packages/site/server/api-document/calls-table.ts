import type { Call } from '@vesper/contract';
import { type NamedCall, namedCalls } from '@vesper/core/http/call-names.ts';

const HEAD = `# Calls

Who may make which call. \`node script/write-tables.ts\` generates this page from the contract
(\`packages/contract/src/routes.ts\`). Input, output and errors of each call are in the OpenAPI document,
\`/api/openapi.json\`, for administrators and every token; the name after the summary is its \`operationId\`.

- An administrator's call needs the scope of its section, \`:read\` for GET, \`:write\` for everything: in the
  [role](operations.md#administrators) of a session, or in a [token](operations.md#tokens-and-the-api). Owners need none.
- **Password**: only in a session, within five minutes of confirming the password with \`POST /api/admin/confirm\`.
- An administrator's unsafe call (any but GET) is logged in the audit log under its name. In a session it must come from
  a page of this site. GET changes nothing, but reading sealed notices is logged too: each notice, and lists once an hour.
`;

const TABLE = '| Call | What it does |\n|---|---|\n';

/** The content of docs/calls.md. */
export function callsTable(calls: readonly NamedCall[] = namedCalls): string {
  const sections = Map.groupBy(calls, ({ call }) => sectionOf(call));
  return (
    HEAD + [...sections].map(([title, rows]) => `\n## ${title}\n\n${TABLE}${rows.map(row).join('')}`).join('')
  );
}

function sectionOf(call: Call): string {
  if (call.caller !== 'admin') return call.caller === 'public' ? 'Anyone' : 'Anyone, to sign in';
  if (call.anyToken) return 'Administrators, with any token';
  if (call.area === 'account') return 'Administrators, sessions only';
  if (call.area === 'owners') return 'Owners, sessions only';
  return `Administrators, \`${call.area}\``;
}

function row({ name, call }: NamedCall): string {
  const does = [call.summary, fileNote(call), passwordNote(call), `\`${name}\``].filter(Boolean).join(' ');
  return `| \`${call.method} ${call.path}\` | ${does.replaceAll('|', '\\|')} |\n`;
}

function fileNote({ takesFile }: Call): string | undefined {
  return takesFile && `The body is the file, of at most ${takesFile.maxBytes / 1024 / 1024} MB.`;
}

function passwordNote(call: Call): string | undefined {
  if (call.caller !== 'admin' || !call.asksPassword) return undefined;
  return call.asksPassword === true ? '**Password.**' : `**Password** ${call.asksPassword}.`;
}
