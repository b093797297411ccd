import type { AsksPassword, Call } from '@vesper/contract';
import { type NamedCall, namedCalls } from '../../kernel/http/call-names.ts';
import { scopesOf } from './openapi.ts';

const HEAD = `# Calls

Who may make which call. Generated from the contract (\`packages/contract/src/routes.ts\`) by \`node script/write-calls.ts\`;
a test sees to it that it is up to date, and another one makes every call as everyone who may not
(\`packages/server/src/main/call-roles.db.test.ts\`).

- **Caller**: *anyone*; *sign-in*: anyone, at the door of the back office; *administrator*: with a session, or with a
  token that has one of the scopes. A token with \`area:write\` may also read; \`account\` is for sessions only.
- **Password**: the administrator has to have given the password within the last minutes; *for others'*: only where it is
  about another administrator's, *to merge*: only to make two videos one.
- **Undone by**: the call that takes back what this one does (*itself*, with other input), or that nothing is lost by it.
  A call that changes something has this or asks for the password.
- Every unsafe call (not GET) of an administrator stands in the audit log under its name, and must come from a page of
  this site or with a token. No GET changes anything. Those that open what is sealed stand in the audit log as well: one
  notice each time, lists once an hour for each session and token.

| Method | Path | Name | Caller | Area | Scopes of a token | Password | Undone by | What it does |
|---|---|---|---|---|---|---|---|---|
`;

const CALLERS: Record<Call['caller'], string> = {
  public: 'anyone',
  'sign-in': 'sign-in',
  admin: 'administrator',
};

/** docs/calls.md: a row for every call, in the order of the contract. */
export function callsTable(calls: readonly NamedCall[] = namedCalls): string {
  return HEAD + calls.map(row).join('');
}

function formatAsked(asked: AsksPassword): string {
  return asked === true ? 'asked' : `asked ${asked}`;
}

function formatUndo(undo: string | undefined): string {
  return undo?.includes('.') ? `\`${undo}\`` : (undo ?? '');
}

function row({ name, call }: NamedCall): string {
  const isAdmin = call.caller === 'admin';
  const cells = [
    call.method,
    `\`${call.path}\``,
    `\`${name}\``,
    CALLERS[call.caller],
    isAdmin ? call.area : '',
    isAdmin && call.anyToken ? 'any' : scopesOf(call).join(', '),
    isAdmin && call.asksPassword ? formatAsked(call.asksPassword) : '',
    isAdmin ? formatUndo(call.undo) : '',
    call.summary ?? '',
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
}
